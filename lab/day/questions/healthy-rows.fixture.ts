/** One healthy row of each kind that the questions read: a citizen in a program, as a sign-in leaves it. */
export const CITIZEN = '00000000-0000-4000-8000-000000000001'
export const OTHER = '00000000-0000-4000-8000-000000000002'
export const SESSION = '00000000-0000-4000-8000-000000000003'
export const GRANT = '00000000-0000-4000-8000-000000000004'

/** An event of the audit. */
export const eventRow = (name: string, details = '{}', actor = 'citizen', at = 'now()') => `
  insert into audit_events (event_id, filed_under, at, name, citizen_id, session_id, actor, details)
  values (gen_random_uuid(), '${CITIZEN}', ${at}, '${name}', '${CITIZEN}', '${SESSION}', '${actor}', '${details}');`

/** A token of the grant, made from a refresh token. */
export const tokenRow = (hash: string) => `
  insert into access_tokens (citizen_id, token_hash, grant_id, client_id, scope, issued_at, expires_at, session_id, security_version,
                             spent_refresh_hash)
  values ('${CITIZEN}', '${hash}', '${GRANT}', 'permits', 'openid', now(), now() + interval '900 seconds', '${SESSION}', 1, 'refresh');`

/** A code that was exchanged for the grant. */
export const codeRow = (hash: string) => `
  insert into authorization_codes (citizen_id, code_hash, grant_id, client_id, session_id, security_version, redirect_uri, code_challenge, nonce,
                                   scope, authenticated_at, created_at, expires_at, spent_at)
  values ('${CITIZEN}', '${hash}', '${GRANT}', 'permits', '${SESSION}', 1, '', '', '', 'openid', now(), now(), now() + interval '90 seconds',
          now());`

/** An account. */
export const citizenRow = (citizenId: string, subject: string, email: string) => `
  insert into citizens (citizen_id, subject, email, email_verified, full_name, phone_number, standing, security_version, password_hash,
                        password_changed_at, created_at)
  values ('${citizenId}', '${subject}', '${email}', true, 'Ana Example', '', 'active', 1, '$argon2id$v=19$', now(), now());
  insert into login_emails (email, citizen_id) values ('${email}', '${citizenId}');`

/** A key that signs. */
export const keyRow = (kid: string) => `
  insert into signing_keys (kid, public_jwk, sealed_private, created_at, signs_from)
  values ('${kid}', '{"kty":"RSA","n":"n","e":"e"}', '', now() - interval '1 hour', now() - interval '1 hour');`

export const HEALTHY = `
  create schema day_clock;
  create table day_clock.subjects (citizen_id uuid, subject uuid);
  insert into day_clock.subjects values ('${CITIZEN}', '${CITIZEN}');
  ${citizenRow(CITIZEN, CITIZEN, 'ana@example.test')}
  ${eventRow('account-created')}
  insert into sessions (citizen_id, session_id, cookie_hash, security_version, user_agent, address, started_at, authenticated_at, last_seen_at,
                        expires_at)
  values ('${CITIZEN}', '${SESSION}', '', 1, '', '', now(), now(), now(), now() + interval '14 days');
  ${eventRow('signed-in')}
  insert into clients (client_id, name, redirect_uris, scope, confirmation, revision, created_at)
  values ('permits', 'Parking Permits', '{}', 'openid', 'first-time', 1, now());
  insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at) values ('${CITIZEN}', 'permits', 'openid', now(), now());
  insert into grants (citizen_id, grant_id, client_id, session_id, security_version, scope, authenticated_at, created_at, expires_at, refresh_hash)
  values ('${CITIZEN}', '${GRANT}', 'permits', '${SESSION}', 1, 'openid', now(), now(), now() + interval '14 days', 'next');
  ${tokenRow('token')}
  ${codeRow('code')}
  insert into mailed_links (citizen_id, link_hash, kind, security_version, created_at, expires_at)
  values ('${CITIZEN}', 'recovery', 'recovery', 1, now(), now() + interval '30 minutes');
  insert into mailed_links (citizen_id, link_hash, kind, email, full_name, phone_number, language, created_at, expires_at)
  values ('${OTHER}', 'registration', 'registration', 'bo@example.test', 'Bo', '', 'en', now(), now() + interval '24 hours');
  insert into outbox (message_id, kind, recipient, sealed_content, created_at, expires_at, next_attempt_at)
  values (gen_random_uuid(), 'recovery', 'ana@example.test', '', now(), now() + interval '1 day', now());
  ${keyRow('first')}
  insert into audit_events (event_id, at, name, actor, operator, details)
  values (gen_random_uuid(), now(), 'client-added', 'operator', 'Ida Example', '{"reason": "A program"}');`
