import type { UnixSeconds } from '../../platform/clock.ts'
import type { TokenKey } from '../../platform/opaque-token.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { arrayOf } from '../../platform/postgres/values.ts'
import type { SessionKey } from '../session.ts'

/** Ends the session with this cookie. Returns its id, or nothing where it had ended. */
export async function endByCookie(
  tx: Database,
  cookie: TokenKey,
  now: UnixSeconds,
): Promise<readonly string[]> {
  const ended = await tx.query<{ sessionId: string }>`
    update sessions set ended_at = to_timestamp(${now})
     where citizen_id = ${cookie.citizenId} and cookie_hash = ${cookie.hash} and ended_at is null
    returning session_id as "sessionId"`
  return ended.map((row) => row.sessionId)
}

/** Ends one session. Returns its id, or nothing where it had ended. */
export async function endById(
  tx: Database,
  { citizenId, sessionId }: SessionKey,
  now: UnixSeconds,
): Promise<readonly string[]> {
  const ended = await tx.query<{ sessionId: string }>`
    update sessions set ended_at = to_timestamp(${now})
     where citizen_id = ${citizenId} and session_id::text = ${sessionId} and ended_at is null
    returning session_id as "sessionId"`
  return ended.map((row) => row.sessionId)
}

/** Ends every session of a citizen except this one. Returns their ids. Locks the rows by their ids. */
export async function endAllBut(
  tx: Database,
  { citizenId, sessionId }: SessionKey,
  now: UnixSeconds,
): Promise<readonly string[]> {
  const locked = await tx.query<{ sessionId: string }>`
    select session_id as "sessionId" from sessions
     where citizen_id = ${citizenId} and session_id::text <> ${sessionId} and ended_at is null
       and expires_at > to_timestamp(${now})
     order by session_id for update`
  const sessionIds = locked.map((row) => row.sessionId)
  await tx.query`
    update sessions set ended_at = to_timestamp(${now})
     where citizen_id = ${citizenId} and session_id = any (${arrayOf(sessionIds)}::text::uuid[])`
  return sessionIds
}

/** Deletes every session of a citizen, because a session says where its citizen was. */
export async function deleteSessionsOfCitizen(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from sessions where citizen_id = ${citizenId}`
}
