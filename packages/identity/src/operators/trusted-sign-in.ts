import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { Operator } from './operator-store.ts'

/**
 * Whether a session may open the console: it was opened with a key that the citizen had when an administrator made them an operator, or with one that such a key added (decision 60). So whoever has stolen the
 * password, or the mailbox, and adds a key of their own is no operator; an operator who has lost every key is added again. A citizen who is no operator may sign in and sees nothing. Reads citizens, and sessions of access.
 */
export async function isTrustedSignIn(
  db: Database,
  { subject, sessionId }: { readonly subject: string; readonly sessionId: string },
): Promise<boolean> {
  const operator = await firstRow(db.query<{ citizenId: string; addedAt: string }>`
    select citizen_id as "citizenId", added_at::text as "addedAt" from operators join citizens using (citizen_id)
     where subject = ${subject}`)
  if (!operator) return true
  const { citizenId, addedAt } = operator
  const trusted = await db.query`
    select 1 from sessions
     where citizen_id = ${citizenId} and session_id = ${sessionId} and trusted_since <= ${addedAt}::text::timestamptz`
  return trusted.length > 0
}

/** What opened the sessions of an operator that are open and trusted, and were proven since an instant. Reads sessions of access, and citizens. */
export async function findTrustedProofs(
  db: Database,
  { citizenId, addedAt }: Operator,
  { since, now }: { readonly since: UnixSeconds; readonly now: UnixSeconds },
): Promise<readonly (string | null)[]> {
  const sessions = await db.query<{ proof: string | null }>`
    select s.proof from sessions s
      join citizens z on z.citizen_id = s.citizen_id and z.security_version = s.security_version
     where s.citizen_id = ${citizenId} and s.ended_at is null and s.expires_at > to_timestamp(${now})
       and s.authenticated_at >= to_timestamp(${since}) and s.trusted_since <= to_timestamp(${addedAt})`
  return sessions.map(({ proof }) => proof)
}
