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

/** Letters that were refused for good with the same answer. */
export interface RefusedWith {
  /** The codes of the mail server's answer, such as `550 5.1.1`; `''` where an earlier release did not write them down. */
  readonly reply: string
  readonly letters: number
}

/** The most refusals that are counted. Those whose links end last are counted first. */
export const MOST_REFUSALS = 10_000

/** Letters with a link that were refused for good, by the answer; those whose link has ended before this instant are left out. */
export function countRefusedByReply(db: Database, since: UnixSeconds): Promise<readonly RefusedWith[]> {
  return db.query<RefusedWith>`
    select coalesce(reply, '') as reply, count(*) as letters
      from (select reply from refused_letters where expires_at > to_timestamp(${since})
             order by expires_at desc limit ${MOST_REFUSALS}) as newest
     group by 1 order by count(*) desc, 1`
}
