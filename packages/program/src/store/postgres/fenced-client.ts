import type { Connection } from './connection.ts'
import { OldTimeline, TIMELINE, type TimelineFence, timelineIn } from './timeline-fence.ts'

/** The timeline is read at most this often. */
const LOOK_MS = 1_000

/**
 * For postgres.js, which does not say when it opens a connection: reads the timeline beside the statements, at most once a
 * second, over whichever connection the driver takes. While the last look found an old primary, every statement fails.
 */
export function lookingOut<Tx>(
  db: Connection<Tx>,
  fence: TimelineFence,
  now = () => performance.now(),
): Connection<Tx> {
  let lookedAt = -Infinity
  let isOld = false
  const look = async () => {
    // One at a time: a frozen server does not answer.
    lookedAt = Infinity
    const [row] = await db.query(TIMELINE).finally(() => (lookedAt = now()))
    const seen = timelineIn(row)
    if (seen) isOld = fence.isOld(seen)
  }
  const check = () => {
    // A server that refuses the functions has no fence. One that is away is noticed by the statement itself.
    if (now() - lookedAt >= LOOK_MS) look().catch(() => undefined)
    if (isOld) throw new OldTimeline()
  }
  return {
    client: db.client,
    async query(text, values, tx) {
      if (!tx) check()
      return db.query(text, values, tx)
    },
    async queryForProgram(text, values) {
      check()
      return db.queryForProgram(text, values)
    },
    async transaction(work) {
      check()
      return db.transaction(work)
    },
  }
}
