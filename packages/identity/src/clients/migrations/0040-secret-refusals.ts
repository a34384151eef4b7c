import { parseMigration } from '../../platform/postgres/migration.ts'

/** When a secret was last refused because it had ended. */
export const secretRefusals = parseMigration(
  '0040-secret-refusals',
  `
-- A program that goes on with a secret after its end is refused, and whoever runs the service has to know that. The previous release neither reads nor
-- writes it.
-- fits-from: 0031
alter table client_secrets add column refused_at timestamptz;`,
)
