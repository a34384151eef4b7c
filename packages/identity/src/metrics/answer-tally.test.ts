import fc from 'fast-check'
import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createAnswerTally } from './answer-tally.ts'

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const answer = fc.record({
  route: fc.constantFrom('/o/token/', '/login/', 'none'),
  method: fc.constantFrom('GET', 'POST'),
  status: fc.constantFrom(200, 302, 400, 503),
  seconds: fc.oneof(fc.constantFrom(...BUCKETS), fc.double({ min: 0, max: 5, noNaN: true })),
})

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

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
        help: 'Time from the end of the request head to the answer, by route.',
        labelNames: ['route'],
        buckets: BUCKETS,
        registers,
      })
      const tally = createAnswerTally()
      for (const { route, method, status, seconds } of answers) {
        tally.note(route, method, status, seconds)
        counter.inc({ route, method, status: String(status) })
        histogram.observe({ route }, seconds)
      }
      expect(linesOf(tally.text()).sort()).toEqual(linesOf(await registry.metrics()).sort())
    }),
  )
})

test('says what it counts before anything was counted', () => {
  expect(linesOf(createAnswerTally().text())).toEqual([
    '# HELP portico_http_answers_total Answers by route, method and status.',
    '# TYPE portico_http_answers_total counter',
    '# HELP portico_http_answer_seconds Time from the end of the request head to the answer, by route.',
    '# TYPE portico_http_answer_seconds histogram',
  ])
})
