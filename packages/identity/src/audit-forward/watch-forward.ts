import type { Foundation } from '../platform/foundation.ts'
import { type Repeating, repeat } from '../platform/jobs/repeat.ts'
import type { Metric } from '../platform/metric.ts'
import { preferIndexes } from '../platform/postgres/prefer-indexes.ts'
import { findTimeline } from '../platform/postgres/timeline.ts'
import type { Beside } from '../platform/room/beside.ts'
import { findDestination } from './destination-store.ts'
import { type Forwarded, type Forwarder, type ForwardNeeds, forwardNext } from './forward-round.ts'
import { countWaiting } from './waiting-store.ts'

const EVERY_MILLISECONDS = 2 * 1_000
const LOOK_SECONDS = 60

/** One destination in this process. */
export interface WatchedDestination extends Repeating {
  readonly name: string
  round(): Promise<'done' | 'again'>
  readonly known: Readonly<Known>
}

interface Known {
  waiting: number
  /** How old the oldest event is that waits; where the database does not answer, it grows. */
  oldestAt: number
  lookedAt: number
  failures: number
  trouble: Forwarded | undefined
}

/** Forwards to each destination by itself: one that hangs does not hold up another one. */
export function watchForward(
  needs: Omit<ForwardNeeds, 'stopped' | 'cluster'>,
  forwarders: readonly Forwarder[],
): Beside & { readonly watched: readonly WatchedDestination[] } {
  const stopping = new AbortController()
  const cluster = clusterOf(needs)
  const watched = forwarders.map((forwarder) =>
    watchOne({ ...needs, cluster, stopped: stopping.signal }, forwarder),
  )
  return {
    watched,
    metrics: metricsOf(needs, watched),
    async stop() {
      stopping.abort()
      await Promise.all(watched.map((one) => one.stop()))
    },
  }
}

/** Which cluster the server belongs to, asked once a minute: some hosted servers refuse the question, and log that. */
function clusterOf({ db, clock }: Pick<Foundation, 'db' | 'clock'>): () => Promise<string> {
  let [cluster, askedAt] = ['', Number.NEGATIVE_INFINITY]
  return async () => {
    if (Math.abs(clock.now() - askedAt) < LOOK_SECONDS) return cluster
    cluster = (await findTimeline(db))?.systemIdentifier ?? 'untold'
    askedAt = clock.now()
    return cluster
  }
}

function watchOne(needs: ForwardNeeds, forwarder: Forwarder): WatchedDestination {
  const { clock, log } = needs
  const { name } = forwarder
  const known: Known = {
    ...{ waiting: 0, oldestAt: clock.now(), lookedAt: Number.NEGATIVE_INFINITY, failures: 0 },
    trouble: undefined,
  }
  const round = async () => {
    const outcome = await forwardNext(needs, forwarder)
    if (outcome === 'failed') known.failures += 1
    tellTrouble(needs, { name, known, outcome })
    if (Math.abs(clock.now() - known.lookedAt) >= LOOK_SECONDS && outcome !== 'several-servers')
      await look(needs, name, known)
    return outcome === 'again' ? 'again' : 'done'
  }
  const repeating = repeat(log, {
    name: `audit-forward-${name}`,
    everyMilliseconds: EVERY_MILLISECONDS,
    round,
  })
  return { ...repeating, name, round, known }
}

async function look({ db, clock }: ForwardNeeds, name: Forwarder['name'], known: Known): Promise<void> {
  const destination = await findDestination(db, name)
  const waiting =
    destination &&
    (await db.transaction(async (tx) => {
      await preferIndexes(tx)
      return countWaiting(tx, destination)
    }))
  known.waiting = waiting?.events ?? 0
  known.oldestAt = waiting?.oldestAt ?? clock.now()
  known.lookedAt = clock.now()
}

const TROUBLE = {
  foreign: 'events have the numbers of another server: run portico after-recovery',
  'several-servers': 'several PostgreSQL servers number their own transactions: nothing is forwarded',
} as const

function tellTrouble(
  { log }: ForwardNeeds,
  { name, known, outcome }: { readonly name: string; readonly known: Known; readonly outcome: Forwarded },
): void {
  if ((outcome === 'foreign' || outcome === 'several-servers') && known.trouble !== outcome)
    log.warn('audit-not-forwarded', { 'portico.destination': name, 'error.message': TROUBLE[outcome] })
  known.trouble = outcome
}

function metricsOf(
  { clock }: Pick<Foundation, 'clock'>,
  watched: readonly WatchedDestination[],
): readonly Metric[] {
  const each = (value: (known: Readonly<Known>) => number) =>
    watched.map(({ name, known }) => ({ labels: { destination: name }, value: value(known) }))
  return [
    {
      name: 'portico_audit_forward_waiting_events',
      help: 'Events of the audit that wait for a destination, of all processes; 100000 stands for more, too.',
      kind: 'gauge',
      read: () => each(({ waiting }) => waiting),
    },
    {
      name: 'portico_audit_forward_oldest_seconds',
      help: 'How old the oldest event of the audit is that waits for a destination; where the database does not answer, it grows.',
      kind: 'gauge',
      read: () => each(({ oldestAt }) => Math.max(0, clock.now() - oldestAt)),
    },
    {
      name: 'portico_audit_forward_failures_total',
      help: 'Deliveries of the audit that have failed in this process.',
      kind: 'counter',
      read: () => each(({ failures }) => failures),
    },
  ]
}
