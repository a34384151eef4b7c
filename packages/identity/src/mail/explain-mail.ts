import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { type Explains, findingsOf } from '../platform/room/explains.ts'
import { MAIL_FINDINGS } from './findings.ts'
import { FINDING_WORDS } from './words/letter-words.ts'

/** How long a letter may wait before a supporter reads that it does: a mail server may be slow. */
const USUAL_SECONDS = 60

const finding = findingsOf(MAIL_FINDINGS, FINDING_WORDS)

/** Tells a supporter that letters to an address wait, and how many of all do. */
export const explainMail: Explains = async ({ db, clock }, { email }) => {
  const waiting = email === undefined ? undefined : await findLettersTo(db, email)
  if (!waiting || waiting.oldest === null || waiting.oldest > clock.now() - USUAL_SECONDS) return []
  const { letters, oldest, attempts, others } = waiting
  return [
    finding('mail-waits', (words, { when }) => ({
      found: [
        words.waits(letters, when(oldest)),
        ...(attempts > 0 ? [words.putOff(attempts)] : []),
        others > 0 ? words.others(others) : words.noOthers,
      ],
      mayDo: [
        others > 0
          ? { command: 'portico doctor', says: words.tellOperator }
          : { command: 'letter-not-taken', says: words.readLog },
      ],
      tell: [words.tell],
    })),
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
