/**
 * How a distributed database stores a table. `by`: each row on the server of this column's value. `copied`: every row on every
 * server, for small tables that nearly every statement reads. `one-server`: all rows together on one of the servers, for a
 * queue whose statements look at several rows.
 */
export type Placement = { readonly by: string } | 'copied' | 'one-server'

/**
 * How each table is stored. Tables by `citizen_id` (and events, which are filed under it) are stored together, so that one
 * server has everything of a citizen. The table of the migrations is the last one: where it is distributed, all are.
 */
export const PLACEMENTS: Readonly<Record<string, Placement>> = {
  clients: 'copied',
  client_secrets: 'copied',
  signing_keys: 'copied',
  citizens: { by: 'citizen_id' },
  sessions: { by: 'citizen_id' },
  connections: { by: 'citizen_id' },
  authorization_codes: { by: 'citizen_id' },
  grants: { by: 'citizen_id' },
  access_tokens: { by: 'citizen_id' },
  registrations: { by: 'citizen_id' },
  recovery_links: { by: 'citizen_id' },
  verification_links: { by: 'citizen_id' },
  known_devices: { by: 'citizen_id' },
  wrong_codes: { by: 'citizen_id' },
  passkeys: { by: 'citizen_id' },
  passkey_offers: { by: 'citizen_id' },
  authenticators: { by: 'citizen_id' },
  recovery_codes: { by: 'citizen_id' },
  former_codes: { by: 'citizen_id' },
  half_sign_ins: { by: 'citizen_id' },
  closings: { by: 'citizen_id' },
  app_removals: { by: 'citizen_id' },
  address_changes: { by: 'citizen_id' },
  audit_events: { by: 'filed_under' },
  login_emails: { by: 'email' },
  sign_in_failures: { by: 'attempt_key' },
  guessed_addresses: { by: 'address_hash' },
  spent_challenges: { by: 'challenge_hash' },
  answered_forms: { by: 'form' },
  rate_counters: { by: 'counter' },
  outbox: 'one-server',
  audit_exports: 'copied',
  ended_feeds: 'copied',
  database_timelines: 'copied',
  migration_batches: 'copied',
  schema_migrations: 'copied',
}

/** The tables whose rows are stored with those of their citizen. */
export function isWithCitizen(placement: Placement): boolean {
  return typeof placement === 'object' && ['citizen_id', 'filed_under'].includes(placement.by)
}

/** What an operator reads about a placement. */
export function describePlacement(placement: Placement): string {
  if (placement === 'copied') return 'a copy on every server'
  if (placement === 'one-server') return 'on one of the servers'
  return isWithCitizen(placement) ? 'with the citizen' : `by ${placement.by}`
}
