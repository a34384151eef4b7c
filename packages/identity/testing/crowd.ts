import { openSession } from '../src/platform/postgres/session.ts'
import type { TestDatabase } from './database.ts'

/**
 * Fills every table that grows with the citizens: each citizen has an account and has entered one program, and every fifth
 * has a waiting row as well.
 */
export async function fillTables(
  database: Pick<TestDatabase, 'address'>,
  crowd: { readonly citizens: number; readonly nowSeconds: number; readonly clientId: string },
): Promise<void> {
  const session = await openSession(database.address)
  await session.query`set synchronous_commit = off`
  await session.query`set work_mem = '64MB'`
  await session.query`create temporary table person as
    select n, md5('citizen' || n)::uuid as id, md5('other' || n)::uuid as other, sha256(n::text::bytea) as hash,
           to_timestamp(${crowd.nowSeconds}) - interval '1 second' * (n % 80000) as at
      from generate_series(1, ${crowd.citizens}::int) as n`
  for (const fill of FILLS) await session.runText(fill.replaceAll('$client', `'${crowd.clientId}'`))
  await session.query`drop table person`
  await session.query`analyze`
  await session.close()
}

/** Some rows of each kind have expired, so housekeeping finds some. */
const FILLS: readonly string[] = [
  `insert into citizens (citizen_id, subject, email, email_verified, full_name, phone_number, standing, security_version,
                         password_hash, password_changed_at, created_at)
   select id, other, n || '@crowd.example.test', true, 'Ana Example', '', 'active', 1, 'none', at, at from person`,
  `insert into login_emails (email, citizen_id) select n || '@crowd.example.test', id from person`,
  `insert into sessions (citizen_id, session_id, cookie_hash, security_version, user_agent, address, started_at,
                         authenticated_at, last_seen_at, expires_at)
   select id, other, hash, 1, 'Firefox', '192.0.2.1', at, at, at, at + interval '1 day' from person`,
  `insert into known_devices (citizen_id, device_hash, first_seen_at, last_seen_at) select id, hash, at, at from person where n % 5 = 0`,
  `insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
   select id, $client, 'openid profile email', at, at from person`,
  `insert into grants (citizen_id, grant_id, client_id, session_id, security_version, scope, authenticated_at, created_at,
                       expires_at, refresh_hash)
   select id, other, $client, other, 1, 'openid profile email', at, at, at + interval '1 day', hash from person`,
  `insert into access_tokens (citizen_id, token_hash, grant_id, client_id, session_id, security_version, scope, issued_at,
                              expires_at)
   select id, hash, other, $client, other, 1, 'openid profile email', at, at + interval '15 minutes' from person`,
  `insert into authorization_codes (citizen_id, code_hash, grant_id, client_id, session_id, security_version, redirect_uri,
                                    code_challenge, nonce, scope, authenticated_at, created_at, expires_at, spent_at)
   select id, hash, other, $client, other, 1, 'https://permits.example.test/', '', '', 'openid', at, at,
          at + interval '90 seconds', at from person`,
  `insert into mailed_links (citizen_id, link_hash, kind, email, full_name, phone_number, language, created_at, expires_at)
   select other, hash, 'registration', n || '@new.example.test', 'Ana Example', '', 'en', at, at + interval '1 day'
     from person where n % 5 = 0`,
  `insert into mailed_links (citizen_id, link_hash, kind, security_version, created_at, expires_at)
   select id, hash, 'recovery', 1, at, at + interval '1 hour' from person where n % 5 = 0`,
  `insert into mailed_links (citizen_id, link_hash, kind, security_version, created_at, expires_at)
   select id, sha256(hash), 'verification', 1, at, at + interval '1 day' from person where n % 5 = 0`,
  `insert into outbox (message_id, kind, recipient, sealed_content, created_at, expires_at, next_attempt_at)
   select id, 'registration', n || '@new.example.test', hash, at, at + interval '1 day', at + interval '1 day' from person where n % 5 = 0`,
  `insert into rate_counters (counter, spent, window_ends_at)
   select 'token-per-ip ' || n, 1, at + interval '1 minute' from person`,
  `insert into sign_in_failures (attempt_key, failures, blocked_until, forget_at)
   select hash, 1, to_timestamp(0), at + interval '1 day' from person`,
  `insert into guessed_addresses (address_hash, failures, forget_at) select hash, 1, at + interval '1 day' from person`,
  `insert into audit_events (event_id, filed_under, at, name, citizen_id, client_id, session_id, address, request_id, actor,
                             details)
   select other, id, at, 'program-entered', id, $client, other, '192.0.2.1', '', 'client', '{}' from person where n % 5 = 0`,
]
