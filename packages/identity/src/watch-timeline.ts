import { setTimeout as wait } from 'node:timers/promises'
import type { Prove, WatchedWorker } from './open-pools.ts'
import type { Foundation } from './platform/foundation.ts'
import { repeat } from './platform/jobs/repeat.ts'
import type { Log } from './platform/log.ts'
import { counter, type Metric } from './platform/metric.ts'
import { type DatabaseAddress, openPool } from './platform/postgres/connect.ts'
import { type Database, DatabaseUnavailable } from './platform/postgres/database.ts'
import { openProver } from './platform/postgres/prover.ts'
import { findUnsettledRecovery } from './platform/postgres/recovered-database.ts'
import { ServerLease } from './platform/postgres/server-lease.ts'
import { findTimeline } from './platform/postgres/timeline.ts'
import { type Refusal, rememberTimeline, type TimelineFence } from './platform/postgres/timeline-fence.ts'

const EVERY_MILLISECONDS = 1_000

/** In an outage the next look comes sooner: a standby may be promoted at any moment. */
const AGAIN_MILLISECONDS = 250
const DEADLINE_MILLISECONDS = 2_000

/** The log says the same at most once in this time. */
const ALARM_MILLISECONDS = 60_000

/** What a process knows of its database server, and of who else may be the primary. */
interface Watched {
  readonly address: DatabaseAddress
  readonly fence: TimelineFence
  readonly lease: ServerLease
}

/**
 * Looks every second which timeline the primary writes, over a connection of its own, and stores a new one. So also a process
 * without requests notices a failover, and breaks its connections to the old primary before that answers again. It also renews
 * the lease.
 */
export function startTimelineWatch(
  watched: Watched,
  { clock, log }: Pick<Foundation, 'clock' | 'log'>,
  closings: (() => Promise<unknown>)[],
): readonly Metric[] {
  const { address, fence, lease } = watched
  fence.onRefusal = alarm(log)
  let stored = ''
  const note = async (db: Database) => {
    const seen = JSON.stringify(await findTimeline(db))
    if (seen !== stored) await noteChange({ db, fence, clock, log }, stored === '')
    stored = seen
  }
  // The embedded server is alone.
  if (address.kind === 'url') closings.push(watch(watched, { log, note }))
  return metricsOf(fence, lease)
}

/**
 * The same for a worker of a distributed database that this process asks itself. Its timeline is stored nowhere, because that is a
 * change on every server, and another one may be away: the list of the servers says which of them is the primary.
 */
export function watchWorker(
  { clock, fence, log }: Pick<Foundation, 'clock' | 'log'> & Pick<Watched, 'fence'>,
  address: DatabaseAddress,
  prove?: Prove,
): WatchedWorker {
  const lease = new ServerLease(clock)
  const note = async (db: Database) => {
    const seen = await findTimeline(db)
    if (seen) fence.note(seen)
  }
  return { lease, stop: watch({ address, fence, lease }, { log, note, prove }) }
}

interface WatchNeeds extends Pick<Foundation, 'log'> {
  /** Looks at the server. */
  note(db: Database): Promise<void>
  readonly prove?: Prove | undefined
}

function watch({ address, fence, lease }: Watched, { log, note, prove }: WatchNeeds): () => Promise<void> {
  const db = openPool(address, {
    connections: 1,
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
    access: 'any',
    fence,
    ...(prove && { prove }),
  })
  const prover = openProver({ address, db, fence, lease })
  const tell = teller(log, lease)
  const watching = repeat(log, {
    name: 'database-timeline',
    everyMilliseconds: EVERY_MILLISECONDS,
    async round() {
      const known = fence.promotions
      try {
        await prover.prove(() => note(db))
      } catch (error) {
        // The requests meet the outage, too, and the next round tries again: at once where the primary is another one.
        if (!(error instanceof DatabaseUnavailable)) throw error
        if (known === fence.promotions) await wait(AGAIN_MILLISECONDS)
        return 'again'
      } finally {
        tell()
      }
      return 'done'
    },
  })
  return async () => {
    // No proof comes any more, so nobody may wait for one.
    await watching.stop().finally(() => lease.fail())
    await db.close()
  }
}

/** Tells the operator when nothing is answered any more because the server proves nothing, and when it does again. */
function teller(log: Log, lease: ServerLease): () => void {
  let isSaid = false
  return () => {
    if (lease.isOver() === isSaid) return
    isSaid = !isSaid
    if (!isSaid) return log.info('database-proven')
    log.error('database-unproven', {
      'portico.remedy':
        'The database acknowledges no commit, so it may be an old primary, and every request gets 503: look at the servers and their standbys (docs/runbooks/failover.md).',
    })
  }
}

/**
 * Stores a new timeline. Where the server was recovered to a moment below this process, it only says so, because a standby may
 * have the settings of a recovery of long ago, and after a failover nobody must wait for an operator.
 */
async function noteChange(
  {
    db,
    fence,
    clock,
    log,
  }: Pick<Foundation, 'clock' | 'log'> & {
    readonly db: Database
    readonly fence: TimelineFence
  },
  isStart: boolean,
): Promise<void> {
  const target = isStart ? undefined : await findUnsettledRecovery(db)
  if (target !== undefined)
    log.error('database-recovered', {
      'portico.recovery_target': target,
      'portico.remedy':
        'If the database went back to an earlier moment, stop every process of Portico and run portico after-recovery: docs/runbooks/point-in-time-recovery.md.',
    })
  await rememberTimeline({ db, fence }, clock.now())
}

function metricsOf(fence: TimelineFence, lease: ServerLease): readonly Metric[] {
  return [
    {
      name: 'portico_database_proof_age_seconds',
      help: 'How long ago the database server began its last proof that it is the primary. No value where none is needed.',
      kind: 'gauge',
      read: () => (lease.isRequired ? [{ labels: {}, value: lease.ageMilliseconds() / 1000 }] : []),
    },
    {
      name: 'portico_database_timeline',
      help: 'The newest PostgreSQL timeline that this process has seen, by cluster.',
      kind: 'gauge',
      read: () =>
        fence.newest().map(({ systemIdentifier, timeline }) => ({
          labels: { system_identifier: systemIdentifier },
          value: timeline,
        })),
    },
    counter(
      'portico_database_timeline_refusals_total',
      'Connections to an old primary that were refused or broken.',
      () => fence.refusals,
    ),
  ]
}

/** Tells the operator about an old primary, and what to do. */
function alarm(log: Log): TimelineFence['onRefusal'] {
  let saidAt = -ALARM_MILLISECONDS
  return ({ systemIdentifier, timeline, newest }: Refusal) => {
    if (performance.now() - saidAt < ALARM_MILLISECONDS) return
    saidAt = performance.now()
    log.error('database-timeline-old', {
      'portico.system_identifier': systemIdentifier,
      'portico.timeline': timeline,
      'portico.newest_timeline': newest,
      'portico.remedy':
        'An old primary runs beside the new one, and Portico does not use it: stop it. If it is the right one, run portico timeline accept and restart every process: docs/runbooks/failover.md.',
    })
  }
}
