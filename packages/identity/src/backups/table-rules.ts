/**
 * What becomes of each table in a backup. A table that is left out holds nothing but what must not live again after a
 * restore (whoever could sign in, enter or set a password by it), what is worthless then (counters), or letters that
 * would be sent twice. A migration that makes a table, or renames or removes one, says so here; old names stay.
 */
export const TABLE_RULES: Readonly<Record<string, 'kept' | 'left-out'>> = {
  citizens: 'kept',
  login_emails: 'kept',
  connections: 'kept',
  known_devices: 'kept',
  clients: 'kept',
  client_secrets: 'kept',
  signing_keys: 'kept',
  audit_events: 'kept',
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
}

/** Where rows mean that somebody uses this database already. */
export const TABLES_IN_USE: readonly string[] = ['citizens', 'clients', 'registrations']

/** Whether a table belongs into a backup. */
export function isKept(table: string): boolean {
  return Object.hasOwn(TABLE_RULES, table) && TABLE_RULES[table] === 'kept'
}

/** Whether a table is one of Portico's. */
export function isOurs(table: string): boolean {
  return Object.hasOwn(TABLE_RULES, table) || table === 'schema_migrations'
}
