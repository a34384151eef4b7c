import type { Migration } from '../platform/postgres/migration.ts'

/**
 * Whether a backup has a table. A table is left out, and emptied after a recovery, where its rows must not become valid again after a restore (with them
 * somebody could sign in, enter a program or set a password), where they are worthless then (counters), or where they are
 * letters that would be sent twice. A table of
 * `notes` says something about the database that it is in. A migration that makes, renames or removes a table changes this list; old names stay.
 */
export const TABLE_RULES: Readonly<Record<string, 'kept' | 'left-out' | 'notes'>> = {
  citizens: 'kept',
  login_emails: 'kept',
  connections: 'kept',
  known_devices: 'kept',
  passkeys: 'kept',
  passkey_offers: 'kept',
  authenticators: 'kept',
  recovery_codes: 'kept',
  former_codes: 'kept',
  clients: 'kept',
  client_secrets: 'kept',
  signing_keys: 'kept',
  audit_events: 'kept',
  audit_exports: 'kept',
  sessions: 'left-out',
  grants: 'left-out',
  authorization_codes: 'left-out',
  access_tokens: 'left-out',
  refresh_tokens: 'left-out',
  registrations: 'left-out',
  recovery_links: 'left-out',
  verification_links: 'left-out',
  outbox: 'left-out',
  rate_counters: 'left-out',
  sign_in_failures: 'left-out',
  guessed_addresses: 'left-out',
  wrong_codes: 'left-out',
  spent_challenges: 'left-out',
  half_sign_ins: 'left-out',
  // An answer may have a session cookie or an authorization code.
  answered_forms: 'left-out',
  // Whoever kept the account after the backup would lose it.
  closings: 'left-out',
  // Whoever stopped it after the backup would lose the app.
  app_removals: 'left-out',
  // Whoever stopped it after the backup would lose the address. It has hashes of links, too.
  address_changes: 'left-out',
  ended_feeds: 'left-out',
  database_timelines: 'notes',
  migration_batches: 'notes',
}

/** Tables whose rows mean that this database is in use. */
export const TABLES_IN_USE: readonly string[] = ['citizens', 'clients', 'registrations']

/** Whether a backup contains a table. */
export function isKept(table: string): boolean {
  return Object.hasOwn(TABLE_RULES, table) && TABLE_RULES[table] === 'kept'
}

/** Whether the rows of a table must not become valid again. */
export function isLeftOut(table: string): boolean {
  return Object.hasOwn(TABLE_RULES, table) && TABLE_RULES[table] === 'left-out'
}

/** Whether a table is one of Portico's. */
export function isOurs(table: string): boolean {
  return Object.hasOwn(TABLE_RULES, table) || table === 'schema_migrations'
}

/** The tables of a complete backup whose schema consists of these migrations. */
export function keptTablesOf(migrations: readonly Pick<Migration, 'text'>[]): readonly string[] {
  const isMade = (table: string) =>
    migrations.some(({ text }) => text.includes(['create', 'table', table, '('].join(' ')))
  return Object.keys(TABLE_RULES).filter((table) => isKept(table) && isMade(table))
}
