import { afterEach, expect, test } from 'vitest'
import type { ListeningServer } from '../platform/http/listen.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { openMetricsServer } from './metrics-server.ts'

let server: ListeningServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function ask(metrics: Metrics): Promise<Response> {
  const readiness = { look: async () => ({ ready: false }) }
  server ??= await openMetricsServer({ metrics, readiness }, { host: '127.0.0.1', port: 0 })
  return fetch(`http://127.0.0.1:${server.port}/metrics`)
}

test('tells the numbers in the text format 0.0.4, without a database', async () => {
  const answer = await ask(createMetrics())
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  expect(await answer.text()).toContain('portico_rows_removed_total 0\n')
})

test('answers 500 where the numbers cannot be told, and tells them when they can be again', async () => {
  const metrics = createMetrics()
  let isBroken = true
  const text: Metrics['text'] = (format) =>
    isBroken ? Promise.reject(new Error('packages are being replaced')) : metrics.text(format)
  const broken: Metrics = { ...metrics, text }
  expect((await ask(broken)).status).toBe(500)
  isBroken = false
  expect((await ask(broken)).status).toBe(200)
})
