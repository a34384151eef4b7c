import type { FreshSession } from '../access/index.ts'
import { addressHash, type CountedFailure } from '../attempts/index.ts'
import { type AuditOrigin, MOST_PER_HOUR } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { anyRow, type Database } from '../platform/postgres/database.ts'

const HOUR_SECONDS = 60 * 60

/** A session for a citizen whose password was just proven, in a browser that the account knows. */
export interface KnownSignIn {
  readonly citizen: Citizen
  readonly deviceHash: Buffer
  /** Where the right guess was counted: the browser and the account. */
  readonly counted: readonly CountedFailure[]
  readonly fresh: FreshSession
  /** The id of the audit event. */
  readonly eventId: string
  readonly atMilliseconds: number
  readonly origin: AuditOrigin
}

/**
 * Forgives the guess, starts a session and writes the audit event. It does nothing where the account no longer knows
 * the browser, or has changed since the password was proven. It locks the citizen's row: a concurrent change of the
 * citizen comes first, or finds the session and ends it. Writes tables of access and audit; an hour that has its most sign-ins gets no
 * other event (decision 73).
 */
export async function startKnownSession(
  db: Database,
  { citizen, deviceHash, counted, fresh, eventId, atMilliseconds, origin }: KnownSignIn,
): Promise<boolean> {
  const { session, cookieHash } = fresh
  const [place, account] = counted
  return anyRow(db.query`
    with held as (
      select citizen_id from citizens
       where citizen_id = ${citizen.citizenId} and standing = 'active' and password_hash = ${citizen.passwordHash}
         and security_version = ${citizen.securityVersion}
         for share
    ), seen as (
      update known_devices d set last_seen_at = to_timestamp(${session.startedAt}), failures = 0
        from held where d.citizen_id = held.citizen_id and d.device_hash = ${deviceHash}
      returning d.citizen_id
    ), told as (
      insert into audit_events (event_id, filed_under, at, name, citizen_id, session_id, address, request_id, actor, details)
      select ${eventId}::uuid, citizen_id, to_timestamp(${atMilliseconds / 1000}), 'signed-in', citizen_id, ${session.sessionId}::uuid,
             ${origin.address ?? null}, ${origin.requestId ?? null}, 'citizen', '{"device":"known"}'
        from seen
       where (select count(*) from audit_events e
               where e.filed_under = ${citizen.citizenId} and e.citizen_id = ${citizen.citizenId} and e.name = 'signed-in'
                 and e.at > to_timestamp(${atMilliseconds / 1000 - HOUR_SECONDS})) < ${MOST_PER_HOUR['signed-in']}
    ), place as (
      delete from sign_in_failures where attempt_key = ${place?.key ?? null} and (select count(*) from seen) >= 0
      returning attempt_key
    ), account as (
      update sign_in_failures set failures = failures - 1
       where attempt_key = ${account?.key ?? null} and failures > 0 and (select count(*) from place) >= 0
      returning attempt_key
    ), address as (
      delete from guessed_addresses
       where address_hash = ${addressHash(citizen.email)} and (select count(*) from account) >= 0
    )
    insert into sessions (citizen_id, session_id, cookie_hash, security_version, user_agent, address, started_at,
                          authenticated_at, last_seen_at, expires_at)
    select citizen_id, ${session.sessionId}::uuid, ${cookieHash}, ${session.securityVersion}, ${session.userAgent},
           ${session.address}, to_timestamp(${session.startedAt}), to_timestamp(${session.authenticatedAt}),
           to_timestamp(${session.lastSeenAt}), to_timestamp(${session.expiresAt})
      from seen
    returning citizen_id`)
}
