import type { Citizen } from '../../citizens/index.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { TokenKey } from '../../platform/opaque-token.ts'
import { type Database, firstRow } from '../../platform/postgres/database.ts'
import type { Session } from '../session.ts'

/** A session, and its citizen. */
export interface SignedIn {
  readonly session: Session
  readonly citizen: Citizen
}

/** A session just after its citizen proved who they are. */
export interface FreshSession {
  readonly session: Session
  readonly cookieHash: Buffer
}

/** An active session with the names of the programs that were entered from it. */
export interface SessionSummary
  extends Pick<Session, 'sessionId' | 'userAgent' | 'address' | 'proof' | 'startedAt' | 'lastSeenAt'> {
  readonly programs: readonly string[]
}

const MOST_LISTED = 100

/** Finds a session by its cookie, active or not, together with its citizen. Reads citizens of the room below. */
export async function findSessionOfCitizen(db: Database, cookie: TokenKey): Promise<SignedIn | undefined> {
  const found = await firstRow(db.query<
    Session & Omit<Citizen, 'securityVersion'> & { currentVersion: number }
  >`
    select s.citizen_id as "citizenId", s.session_id as "sessionId", s.security_version as "securityVersion",
           s.user_agent as "userAgent", s.address, s.proof, extract(epoch from s.trusted_since)::bigint as "trustedSince",
           extract(epoch from s.started_at)::bigint as "startedAt",
           extract(epoch from s.authenticated_at)::bigint as "authenticatedAt",
           extract(epoch from s.last_seen_at)::bigint as "lastSeenAt",
           extract(epoch from s.expires_at)::bigint as "expiresAt",
           extract(epoch from s.ended_at)::bigint as "endedAt",
           c.subject, c.email, c.email_verified as "emailVerified", c.full_name as "fullName",
           c.phone_number as "phoneNumber", c.language, c.standing, c.security_version as "currentVersion",
           c.password_hash as "passwordHash", extract(epoch from c.created_at)::bigint as "createdAt"
      from sessions s join citizens c on c.citizen_id = s.citizen_id
     where s.citizen_id = ${cookie.citizenId} and s.cookie_hash = ${cookie.hash}`)
  if (!found) return undefined
  const {
    subject,
    email,
    emailVerified,
    fullName,
    phoneNumber,
    language,
    standing,
    currentVersion,
    passwordHash,
    createdAt,
    ...session
  } = found
  const profile = {
    citizenId: session.citizenId,
    subject,
    email,
    emailVerified,
    fullName,
    phoneNumber,
    language,
  }
  return {
    session,
    citizen: { ...profile, standing, passwordHash, createdAt, securityVersion: currentVersion },
  }
}

/** Stores a new session. */
export async function insertSession(tx: Database, { session, cookieHash }: FreshSession): Promise<void> {
  await tx.query`
    insert into sessions (citizen_id, session_id, cookie_hash, security_version, user_agent, address, proof, trusted_since,
                          started_at, authenticated_at, last_seen_at, expires_at)
    values (${session.citizenId}, ${session.sessionId}, ${cookieHash}, ${session.securityVersion},
            ${session.userAgent}, ${session.address}, ${session.proof}, to_timestamp(${session.trustedSince}),
            to_timestamp(${session.startedAt}), to_timestamp(${session.authenticatedAt}), to_timestamp(${session.lastSeenAt}),
            to_timestamp(${session.expiresAt}))`
}

/**
 * Gives an active session a new cookie and a new lifetime. Nothing where the old cookie belongs to no active session. The
 * lifetime never becomes shorter, even where a clock was ahead and was corrected, because a session must outlast its grants.
 */
export async function replaceCookie(
  tx: Database,
  oldCookie: TokenKey,
  { session, cookieHash }: FreshSession,
): Promise<Pick<Session, 'sessionId' | 'startedAt'> | undefined> {
  return firstRow(tx.query<Pick<Session, 'sessionId' | 'startedAt'>>`
    update sessions
       set cookie_hash = ${cookieHash}, user_agent = ${session.userAgent}, address = ${session.address}, proof = ${session.proof},
           trusted_since = to_timestamp(${session.trustedSince}), authenticated_at = to_timestamp(${session.authenticatedAt}),
           last_seen_at = to_timestamp(${session.lastSeenAt}),
           expires_at = greatest(expires_at, to_timestamp(${session.expiresAt}))
     where citizen_id = ${oldCookie.citizenId} and cookie_hash = ${oldCookie.hash} and ended_at is null
       and expires_at > to_timestamp(${session.lastSeenAt}) and security_version = ${session.securityVersion}
    returning session_id as "sessionId", extract(epoch from started_at at time zone 'UTC')::bigint as "startedAt"`)
}

/** Stores that a session was used. */
export async function setLastSeen(db: Database, session: Session, now: UnixSeconds): Promise<void> {
  await db.query`
    update sessions set last_seen_at = to_timestamp(${now})
     where citizen_id = ${session.citizenId} and session_id = ${session.sessionId}
       and last_seen_at < to_timestamp(${now})`
}

/**
 * The active sessions of a citizen, at most a hundred: that of this browser first, where it is named, then the last used
 * one. A citizen with more ends them all at once. Reads clients of the room below for the names of the programs that were entered from each.
 */
export async function selectLiveSessions(
  db: Database,
  {
    citizenId,
    securityVersion,
    language,
    here = '',
  }: Pick<Citizen, 'citizenId' | 'securityVersion' | 'language'> & { readonly here?: string | undefined },
  now: UnixSeconds,
): Promise<readonly SessionSummary[]> {
  return db.query<SessionSummary>`
    select s.session_id as "sessionId", s.user_agent as "userAgent", s.address, s.proof,
           extract(epoch from s.started_at)::bigint as "startedAt",
           extract(epoch from s.last_seen_at)::bigint as "lastSeenAt",
           (select coalesce(json_agg(distinct named.name order by named.name), '[]'::json)
              from grants join (select client_id, coalesce(names ->> ${language}, name) as name from clients) named
                on named.client_id = grants.client_id
             where grants.citizen_id = s.citizen_id and grants.session_id = s.session_id) as "programs"
      from sessions s
     where s.citizen_id = ${citizenId} and s.security_version = ${securityVersion} and s.ended_at is null
       and s.expires_at > to_timestamp(${now})
     order by s.session_id::text = ${here} desc, s.last_seen_at desc, s.session_id
     limit ${MOST_LISTED}`
}
