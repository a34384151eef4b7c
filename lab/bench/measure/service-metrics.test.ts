import { expect, test } from 'vitest'
import { readSamples, sumOfMetric } from './service-metrics.ts'

const text = `# HELP portico_http_answers_total Answers by route, method and status.
# TYPE portico_http_answers_total counter
portico_http_answers_total{route="/o/token/",method="POST",status="200"} 5
portico_http_answers_total{route="/introspect/",method="POST",status="200"} 40
portico_http_answers_total{route="/introspect/",method="POST",status="503"} 2

portico_nodejs_heap_size_used_bytes 1.5e+7
portico_nodejs_eventloop_lag_p99_seconds NaN
`

test('a counter is summed over every status of a route', () => {
  expect(sumOfMetric(readSamples(text), 'portico_http_answers_total', 'introspect')).toBe(42)
  expect(sumOfMetric(readSamples(text), 'portico_http_answers_total')).toBe(47)
})

test('a route that was never asked counts nothing; a metric that there is not is no zero', () => {
  expect(sumOfMetric(readSamples(text), 'portico_http_answers_total', 'userinfo')).toBe(0)
  expect(() => sumOfMetric(readSamples(text), 'portico_answers')).toThrow('no metric portico_answers')
})

test('numbers are read as they are written, and comments are not read', () => {
  const samples = readSamples(text)
  expect(samples).toHaveLength(5)
  expect(sumOfMetric(samples, 'portico_nodejs_heap_size_used_bytes')).toBe(15_000_000)
  expect(sumOfMetric(samples, 'portico_nodejs_eventloop_lag_p99_seconds')).toBeNaN()
})
