import type { Foundation } from './platform/foundation.ts'
import { type Repeating, repeat } from './platform/jobs/repeat.ts'
import type { Log } from './platform/log.ts'
import { type DatabaseAddress, openPool } from './platform/postgres/connect.ts'
import { DatabaseUnavailable } from './platform/postgres/database.ts'
import { findTimeline } from './platform/postgres/timeline.ts'
import { type Refusal, rememberTimeline, type TimelineFence } from './platform/postgres/timeline-fence.ts'

const EVERY_MILLISECONDS = 1_000
const DEADLINE_MILLISECONDS = 2_000

/** The log says the same at most once in this time. */
const ALARM_MILLISECONDS = 60_000

/** The outside world, and the fence of all pools. */
export interface WatchNeeds extends Pick<Foundation, 'clock' | 'log'> {
  readonly fence: TimelineFence
}

/**
 * Looks every second which timeline the primary writes, over a connection of its own, and stores a new one. So also a process
 * without requests notices a failover, and breaks its connections to the old primary before that answers again.
 */
export function startTimelineWatch(address: DatabaseAddress, needs: WatchNeeds): Repeating {
  const { clock, log, fence } = needs
  fence.onRefusal = alarm(log)
  // The embedded server is alone.
  if (address.kind === 'socket') return { stop: async () => undefined }
  const db = openPool(address, {
    connections: 1,
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
    access: 'any',
    fence,
  })
  let stored = ''
  const watching = repeat(log, {
    name: 'database-timeline',
    everyMilliseconds: EVERY_MILLISECONDS,
    async round() {
      try {
        const seen = JSON.stringify(await findTimeline(db))
        if (seen !== stored) await rememberTimeline({ db, fence }, clock.now())
        stored = seen
      } catch (error) {
        // The requests meet the outage, too, and the next round tries again.
        if (!(error instanceof DatabaseUnavailable)) throw error
      }
      return 'done'
    },
  })
  return {
    async stop() {
      await watching.stop()
      await db.close()
    },
  }
}

/** Tells the operator about an old primary, and what to do. */
function alarm(log: Log): TimelineFence['onRefusal'] {
  let saidAt = -ALARM_MILLISECONDS
  return ({ systemIdentifier, timeline, newest }: Refusal) => {
    if (performance.now() - saidAt < ALARM_MILLISECONDS) return
    saidAt = performance.now()
    log.error('database-timeline-old', {
      system_identifier: systemIdentifier,
      timeline,
      newest,
      remedy:
        'An old primary runs beside the new one, and Portico does not use it: stop it. If it is the right one, run portico timeline accept and restart every process: docs/runbooks/failover.md.',
    })
  }
}
