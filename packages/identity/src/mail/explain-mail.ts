import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { Explains } from '../platform/room/explains.ts'

/** How long a letter may wait before a supporter reads that it does: a mail server may be slow. */
const USUAL_SECONDS = 60

/** Tells a supporter that letters to an address wait, and how many of all do. */
export const explainMail: Explains = async ({ db, clock, when }, { email }) => {
  const waiting = email === undefined ? undefined : await findLettersTo(db, email)
  if (!waiting || waiting.oldest === null || waiting.oldest > clock.now() - USUAL_SECONDS) return []
  const { letters, oldest, attempts, others } = waiting
  const toThis = letters === 1 ? '1 email to this address waits' : `${letters} emails to this address wait`
  const toOthers = others === 1 ? '1 email to another address waits' : `${others} emails to others wait`
  return [
    {
      ...{ name: 'mail-waits', weight: 'stops', to: 'anybody' },
      found: `${toThis} since ${when(oldest)}; the mail server has put it off ${attempts} times. ${others > 0 ? toOthers : 'No other email waits'}.`,
      mayDo:
        others === 0
          ? 'Look at what the mail server of this address answers: the log has it as letter-not-taken.'
          : 'Tell whoever runs the mail server: portico doctor tries it.',
      tell: 'Our email to you has not been taken yet. We go on trying. Look whether your mailbox is full.',
    },
  ]
}

interface WaitingTo {
  readonly letters: number
  readonly oldest: UnixSeconds | null
  readonly attempts: number
  readonly others: number
}

// plan: a letter is there until it is sent, so the table is as long as the queue.
function findLettersTo(db: Database, email: string): Promise<WaitingTo | undefined> {
  return firstRow(db.query<WaitingTo>`
    select count(*) filter (where recipient = ${email})::int as letters,
           extract(epoch from min(created_at) filter (where recipient = ${email}))::bigint as oldest,
           coalesce(max(attempts) filter (where recipient = ${email}), 0) as attempts,
           count(*) filter (where recipient <> ${email})::int as others from outbox where kind <> 'decoy'`)
}
