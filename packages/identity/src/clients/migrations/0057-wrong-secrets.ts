import { parseMigration } from '../../platform/postgres/migration.ts'

/** When somebody last came as a program with a secret that it does not have. */
export const wrongSecrets = parseMigration(
  '0057-wrong-secrets',
  `
-- A program with a wrong secret is refused, and looked healthy: only its ended secrets were noted. The previous release neither reads nor writes it.
-- fits-from: 0031
alter table clients add column wrong_secret_at timestamptz;`,
)
