import { parseMigration } from '../../platform/postgres/migration.ts'

/** The indexes by which a search finds the events of one program, and those from one network address. */
export const auditProgramsAndNetworks = parseMigration(
  '0059-audit-programs-and-networks',
  `
-- A search for a program or an address with few events looked through all events. The previous release reads neither index. One that a run has left unfinished is made again.
-- fits-from: 0031
-- needed: later
-- runs: statement by statement
drop index concurrently if exists audit_events_by_program;
create index concurrently audit_events_by_program on audit_events (client_id, at) where client_id is not null;
drop index concurrently if exists audit_events_by_address;
create index concurrently audit_events_by_address on audit_events (address, at) where address is not null;`,
)
