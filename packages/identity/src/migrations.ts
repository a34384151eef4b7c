import { baselineOf, inOrder } from './platform/postgres/baseline.ts'
import type { Migration } from './platform/postgres/migration.ts'
import type { Schema } from './platform/postgres/schema.ts'
import { HEADS, TABLES } from './room-heads.ts'

/** Letters whose words have moved into their rooms. What is sealed of one is not its text, and nobody can write it again. */
const FORMER_LETTERS: readonly string[] = [
  ...[
    'passkey-added',
    'passkey-removed',
    'passkey-renamed',
    'young-passkeys-removed',
    'operator-removed-passkeys',
  ],
  ...[
    'authenticator-added',
    'authenticator-removed',
    'authenticator-renamed',
    'young-apps-removed',
    'operator-removed-codes',
  ],
  ...['recovery-codes-made', 'recovery-code-spent', 'wrong-codes'],
  ...['lost-app', 'app-removal-requested', 'app-removal-soon', 'app-removal-stopped', 'app-removal-done'],
  ...['new-address', 'address-taken', 'address-change-begun', 'address-change-stopped'],
  ...['address-changed', 'address-is-new', 'address-given-back'],
]

/**
 * The tables of all rooms, in an empty database. A development database with the thirty files of before has the same tables, and views of three that
 * became `mailed_links`. Links that were in one of the three had no kind of their own; a new password ends them, as it ends those of `recovery`, and which kind a
 * link is says the value in it.
 */
const BASELINE = baselineOf(TABLES, '0031-baseline', {
  from: '0030-mailed-links.sql',
  text: `
drop view registrations;
drop view recovery_links;
drop view verification_links;
update mailed_links set kind = 'recovery' where kind = 'former';
delete from schema_migrations where name < '0031';`,
  madeBy: 'commit a72b9f68',
  unfinished: {
    isThere: async (db) => (await import('./mail/index.ts')).hasLetterOf(db, FORMER_LETTERS),
    says: 'Letters wait in the outbox that only commit a72b9f68 can send, perhaps with the link that stops a change of an account: let it run until its portico_outbox_letters is 0, then stop it and migrate.',
  },
})

/** Every change of the schema, whichever room it is of. */
export const MIGRATIONS: readonly Migration[] = inOrder(
  BASELINE,
  Object.values(HEADS).flatMap(({ migrations }) => migrations ?? []),
)

/** What the rooms say about the database. */
export const SCHEMA: Schema = { tables: TABLES, migrations: MIGRATIONS }
