import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'

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

/** What letters that nobody waits for have to wait for. */
export interface Backlog {
  /** Letters that were not tried yet: those of the kind, and others that were written before an instant. */
  readonly untried: number
  /** Letters of the kind, written since an instant, that the mail server has put off. */
  readonly putOff: number
}

/** The backlog before the next letter of a kind. A letter that goes to nobody is none. */
// plan: the same queue.
export async function findBacklog(
  db: Database,
  asked: { readonly kind: string; readonly since: UnixSeconds; readonly othersBefore: UnixSeconds },
): Promise<Backlog> {
  const { kind, since, othersBefore } = asked
  const found = await firstRow(db.query<Backlog>`
    select count(*) filter (where attempts = 0 and (kind = ${kind} or created_at < to_timestamp(${othersBefore}))) as untried,
           count(*) filter (where attempts > 0 and kind = ${kind} and created_at >= to_timestamp(${since})) as "putOff"
      from outbox where kind <> 'decoy'`)
  return found ?? { untried: 0, putOff: 0 }
}
