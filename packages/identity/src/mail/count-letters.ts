import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'

/** The letters of one kind that wait. */
export interface WaitingOfKind {
  readonly kind: string
  readonly letters: number
  readonly oldestCreatedAt: UnixSeconds
  /** How many of them the mail server has put off because of themselves or their recipient. */
  readonly putOff: number
  /** How often the one was put off that was put off most. */
  readonly mostAttempts: number
}

/** The letters that wait, by their kind. A letter that goes to nobody is none. For operators: no recipient is read. */
// plan: a letter is there until it is sent, so the table is as long as the queue.
export function countWaitingByKind(db: Database): Promise<readonly WaitingOfKind[]> {
  return db.query<WaitingOfKind>`
    select kind, count(*) as letters, extract(epoch from min(created_at))::bigint as "oldestCreatedAt",
           count(*) filter (where attempts > 0) as "putOff", max(attempts) as "mostAttempts"
      from outbox where kind <> 'decoy' group by kind order by min(created_at), kind`
}
