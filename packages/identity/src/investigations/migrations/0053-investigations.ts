import { parseMigration } from '../../platform/postgres/migration.ts'

/** Investigations that hold looks back from the citizen. */
export const investigations = parseMigration(
  '0053-investigations',
  `
-- While an investigation runs, the page Activity does not tell that operators looked (decision 130). The previous release neither reads nor writes it, and tells every look at once:
-- begin investigations when every process is of this one.
-- fits-from: 0031
create table investigations (
  citizen_id uuid not null primary key,
  operator text not null,
  since timestamptz not null,
  ends_at timestamptz not null
);
create index investigations_by_end on investigations (ends_at);
comment on table investigations is 'Portico 53';`,
)
