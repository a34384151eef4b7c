import fc from 'fast-check'
import { Counter, Histogram, Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { type AnswerTally, createAnswerTally } from './answer-tally.ts'
import { metricText, type TextFormat } from './text-format.ts'

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const answer = fc.record({
  route: fc.constantFrom('/o/token/', '/login/', 'none'),
  method: fc.constantFrom('GET', 'POST'),
  status: fc.constantFrom(200, 302, 400, 503),
  seconds: fc.oneof(fc.constantFrom(...BUCKETS), fc.double({ min: 0, max: 5, noNaN: true })),
})

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

async function textOf({ metrics }: AnswerTally, format: TextFormat = 'prometheus'): Promise<string> {
  const texts = metrics.map(async (metric) => metricText(metric, await metric.read(), format))
  return (await Promise.all(texts)).join('')
}

const outcomeOf = (status: number) => (status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed')

test('counts as prom-client would, whatever came in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 60 }), async (answers) => {
      const registry = new Registry()
      const registers = [registry]
      const counter = new Counter({
        name: 'portico_http_answers_total',
        help: 'Answers by route, method and status.',
        labelNames: ['route', 'method', 'status'],
        registers,
      })
      const histogram = new Histogram({
        name: 'portico_http_answer_seconds',
        help: 'Time from the end of the request head to the answer, by route and outcome.',
        labelNames: ['route', 'outcome'],
        buckets: BUCKETS,
        registers,
      })
      const tally = createAnswerTally()
      for (const { route, method, status, seconds } of answers) {
        tally.note(route, { method }, status, seconds)
        counter.inc({ route, method, status: String(status) })
        histogram.observe({ route, outcome: outcomeOf(status) }, seconds)
      }
      expect(linesOf(await textOf(tally)).sort()).toEqual(linesOf(await registry.metrics()).sort())
    }),
  )
})

test('says what it counts before anything was counted', async () => {
  expect(linesOf(await textOf(createAnswerTally()))).toEqual([
    '# HELP portico_http_answers_total Answers by route, method and status.',
    '# TYPE portico_http_answers_total counter',
    '# HELP portico_http_answer_seconds Time from the end of the request head to the answer, by route and outcome.',
    '# TYPE portico_http_answer_seconds histogram',
  ])
})

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

// proves: seeing-exemplars
describe('exemplars (OpenMetrics, section "Exemplars")', () => {
  test('the bucket of a slow request names its trace, and no other bucket does', async () => {
    const tally = createAnswerTally()
    tally.note('/o/token/', { method: 'POST' }, 200, 0.004)
    tally.note('/o/token/', { method: 'POST', traceId: TRACE }, 200, 0.3)
    const named = linesOf(await textOf(tally, 'openmetrics')).filter((line) => line.includes(TRACE))
    expect(named).toEqual([
      `portico_http_answer_seconds_bucket{le="0.5",route="/o/token/",outcome="ok"} 2 # {trace_id="${TRACE}"} 0.3`,
    ])
  })
  test('the last one of a bucket is kept', async () => {
    const tally = createAnswerTally()
    tally.note('/login/', { method: 'GET', traceId: 'a'.repeat(32) }, 503, 9)
    tally.note('/login/', { method: 'GET', traceId: TRACE }, 503, 8)
    const text = await textOf(tally, 'openmetrics')
    expect(text).toContain(`# {trace_id="${TRACE}"} 8`)
    expect(text).not.toContain('a'.repeat(32))
  })
  test('the format 0.0.4 has none, because it knows none', async () => {
    const tally = createAnswerTally()
    tally.note('/login/', { method: 'GET', traceId: TRACE }, 200, 9)
    expect(await textOf(tally)).not.toContain(TRACE)
  })
})
