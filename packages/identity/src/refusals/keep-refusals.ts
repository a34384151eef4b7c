import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import { repeat } from '../platform/jobs/repeat.ts'
import type { Metric } from '../platform/metric.ts'
import type { RefusedPage } from '../platform/refused-page.ts'
import type { Beside } from '../platform/room/beside.ts'
import { noteRefusals, type Refusal } from './refusal-store.ts'

/** What keeps refusals. */
export type KeepNeeds = Pick<Foundation, 'db' | 'clock' | 'log'>

const EVERY_MILLISECONDS = 5_000

/** The most refusals in memory: those of one statement. */
export const MOST_AT_ONCE = 500

/** Of a flood each process keeps so many a second: about 170,000 a day, of 150 bytes. */
export const KEPT_EACH_SECOND = 2

/** A page that is not there says all there is to say, and whoever looks for one makes thousands of them. Of a wrong password or code the audit has the event. */
const UNTOLD = new Set(['not-found', 'method-not-allowed', 'wrong'])

/** A word of the code. */
const WORD = /^[a-z][a-z0-9-]{0,39}$/

/**
 * Keeps in memory which pages refused, and writes them every few seconds, in one statement. What the database does not take is dropped: nobody
 * waits for it. `repeats` is the timer.
 */
export function keepRefusals({ db, clock, log }: KeepNeeds, repeats = repeat): Required<Beside> {
  const counts = { kept: 0, over: 0, lost: 0 }
  const mayKeep = allowance(clock.now())
  let waiting: Refusal[] = []
  const write = async () => {
    const written = waiting
    waiting = []
    if (written.length === 0) return
    const outcome = await noteRefusals(db, written).then(
      () => 'kept' as const,
      () => 'lost' as const,
    )
    counts[outcome] += written.length
  }
  const repeating = repeats(log, {
    name: 'refusals',
    everyMilliseconds: EVERY_MILLISECONDS,
    round: async () => {
      await write()
      return 'done'
    },
  })
  return {
    metrics: [keptMetric(counts)],
    onRefusal: (refused) => {
      if (UNTOLD.has(refused.reason)) return
      const now = clock.now()
      if (waiting.length < MOST_AT_ONCE && mayKeep(now)) waiting.push(refusalOf(refused, now))
      else counts.over += 1
    },
    async stop() {
      await repeating.stop()
      await write()
    },
  }
}

function refusalOf(refused: RefusedPage, at: UnixSeconds): Refusal {
  const { requestId, reason, route, retryAfterSeconds, clientId } = refused
  return {
    ...{ requestId, at, page: route, clientId },
    why: WORD.test(reason) ? reason : 'other',
    until: retryAfterSeconds === null ? null : plusSeconds(at, retryAfterSeconds),
  }
}

/** Lets so many pass at once, and then so many a second. */
function allowance(since: UnixSeconds): (now: UnixSeconds) => boolean {
  let left = MOST_AT_ONCE
  let countedAt: number = since
  return (now) => {
    left = Math.min(MOST_AT_ONCE, left + Math.max(0, now - countedAt) * KEPT_EACH_SECOND)
    countedAt = now
    if (left < 1) return false
    left -= 1
    return true
  }
}

function keptMetric(counts: Readonly<Record<'kept' | 'over' | 'lost', number>>): Metric {
  return {
    name: 'portico_refused_pages_total',
    help: 'Pages that refused and show a number: kept for a supporter, over what is kept, or lost because the database did not take them.',
    kind: 'counter',
    read: () => Object.entries(counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
  }
}
