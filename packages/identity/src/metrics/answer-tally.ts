import { Histogram } from '../platform/histogram.ts'
import type { Metric } from '../platform/metric.ts'

/** Upper ends of the buckets, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const

/** What the tally reads of a request. */
export interface AnsweredRequest {
  readonly method: string
  /** The trace of the request, where it has one. */
  readonly traceId?: string | undefined
}

/** Counts answers and their times. It is written by hand, because every request uses it and finding labels costs more. */
export interface AnswerTally {
  note(route: string, request: AnsweredRequest, status: number, seconds: number): void
  /** The counter and the histogram. */
  readonly metrics: readonly Metric[]
}

/** The answers of one route. */
interface Tally {
  /** By method and status. */
  readonly answers: Map<string, Map<number, number>>
  /** By outcome. */
  readonly times: Record<Outcome, Histogram | undefined>
}

/** What became of a request: `ok` (also a redirect), `refused` (4xx), `failed` (5xx). */
type Outcome = 'ok' | 'refused' | 'failed'

/** Makes an empty tally. */
export function createAnswerTally(): AnswerTally {
  const routes = new Map<string, Tally>()
  return {
    note(route, { method, traceId }, status, seconds) {
      let tally = routes.get(route)
      if (!tally) routes.set(route, (tally = newTally()))
      let byStatus = tally.answers.get(method)
      if (!byStatus) tally.answers.set(method, (byStatus = new Map<number, number>()))
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      const time = (tally.times[outcomeOf(status)] ??= new Histogram(BUCKETS))
      time.note(seconds, traceId)
    },
    metrics: [
      {
        name: 'portico_http_answers_total',
        help: 'Answers by route, method and status.',
        kind: 'counter',
        read: () => [...routes].flatMap(([route, tally]) => countsOf(route, tally)),
      },
      {
        name: 'portico_http_answer_seconds',
        help: 'Time from the end of the request head to the answer, by route and outcome.',
        kind: 'histogram',
        read: () => [...routes].flatMap(([route, tally]) => timesOf(route, tally)),
      },
    ],
  }
}

function newTally(): Tally {
  return { answers: new Map(), times: { ok: undefined, refused: undefined, failed: undefined } }
}

function outcomeOf(status: number): Outcome {
  if (status < 400) return 'ok'
  return status < 500 ? 'refused' : 'failed'
}

function countsOf(route: string, { answers }: Tally) {
  return [...answers].flatMap(([method, byStatus]) =>
    [...byStatus].map(([status, value]) => ({ labels: { route, method, status: String(status) }, value })),
  )
}

function timesOf(route: string, { times }: Tally) {
  return Object.entries(times).flatMap(([outcome, time]) => time?.values({ route, outcome }) ?? [])
}
