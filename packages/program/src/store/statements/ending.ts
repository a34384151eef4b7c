import type { EndedSession, SessionEndCause } from '../index.ts'
import { bytes, text } from '../rows.ts'
import { addRevocation } from './revocations.ts'
import type { Step } from './store-needs.ts'

interface Ending {
  readonly cause: SessionEndCause
  readonly now: Date
}

/** Ends the open sessions of an account. The statement locks, so it sees what was committed until now. */
export async function endSessions<Tx>(
  step: Step<Tx>,
  { accountId, ...ending }: Ending & { readonly accountId: string },
): Promise<readonly EndedSession[]> {
  const open = await step.db.query(
    `select id from sso_sessions where account_id = $1 and ended_at is null order by id for update`,
    [accountId],
    step.tx,
  )
  return endEach(
    step,
    open.map((row) => text(row, 'id')),
    ending,
  )
}

/** Ends these sessions. Returns those that were open. */
export async function endEach<Tx>(
  step: Step<Tx>,
  sessionIds: readonly string[],
  ending: Ending,
): Promise<readonly EndedSession[]> {
  const ended: EndedSession[] = []
  for (const sessionId of sessionIds) {
    const one = await endSession(step, sessionId, ending)
    if (one) ended.push(one)
  }
  return ended
}

/** Ends a session, erases its central tokens, and puts its grant on the list of revocations. Null if it had ended. */
export async function endSession<Tx>(
  step: Step<Tx>,
  sessionId: string,
  { cause, now }: Ending,
): Promise<EndedSession | null> {
  const { db, tx } = step
  const [row] = await db.query(
    `select account_id, central_sealed, central_key_id from sso_sessions where id = $1 and ended_at is null for update`,
    [sessionId],
    tx,
  )
  if (!row) return null
  if (row['central_sealed'] !== null) {
    const origin = { kind: 'session', id: sessionId } as const
    const [sealed, keyId] = [bytes(row, 'central_sealed'), text(row, 'central_key_id')]
    await addRevocation(step, { origin, sealed, keyId, createdAt: now })
  }
  await db.execute(
    `update sso_sessions
        set ended_at = case when expires_at < $2 then expires_at else $2 end, ended_cause = $3, central_sealed = null
      where id = $1`,
    [sessionId, now, cause],
    tx,
  )
  return { sessionId, accountId: text(row, 'account_id') }
}
