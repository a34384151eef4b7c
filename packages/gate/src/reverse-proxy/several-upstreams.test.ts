import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EchoBackEnd, startEcho } from '../../testing/echo-back-end.ts'
import { type GateStage, openStage } from '../../testing/gate-stage.ts'
import { settingReader } from '../settings/index.ts'
import { readReverseProxy } from './reverse-proxy-config.ts'

const HOST = 'permits.example.test'

let stage: GateStage
let first: EchoBackEnd
let api: EchoBackEnd
let reports: EchoBackEnd
beforeAll(async () => {
  first = await startEcho()
  api = await startEcho()
  reports = await startEcho()
  stage = await openStage({
    GATE_UPSTREAM: `http://127.0.0.1:${first.port}`,
    GATE_UPSTREAM_PATHS: `/api=http://127.0.0.1:${api.port} /api/reports=http://127.0.0.1:${reports.port}`,
    GATE_PUBLIC_PATHS: '/api/public/*',
    GATE_ACCESS_LOG: 'yes',
  })
  await stage.signIn()
})
afterAll(async () => {
  await stage.close()
  for (const backEnd of [first, api, reports]) await backEnd.close()
})

// proves: program-gate-several-upstreams
test.each([
  ['/', () => first],
  ['/apis', () => first],
  ['/API/x', () => first],
  ['/api', () => api],
  ['/api?x=/api/reports', () => api],
  ['/api/x', () => api],
  ['/api/reportsx', () => api],
  ['/api/reports', () => reports],
  ['/api/reports/7?a=b', () => reports],
  // What two programs may read differently goes where the guard has no other rule.
  ['/api/../x', () => first],
  ['/api//reports', () => first],
  ['/%61pi/x', () => first],
])('%s goes to its back end as it came, with the identity', async (path, to) => {
  for (const backEnd of [first, api, reports]) backEnd.arrived.length = 0
  const headers = { host: HOST, ...stage.browser.headers() }
  expect((await stage.ask({ path, headers })).status).toBe(200)
  expect([first, api, reports].map(({ arrived }) => arrived.length)).toEqual(
    [first, api, reports].map((one) => (one === to() ? 1 : 0)),
  )
  expect(to().arrived[0]?.url).toBe(path)
  expect(to().valuesOf('x-portico-identity')).toHaveLength(1)
})

// proves: program-gate-several-upstreams
test('each of them is behind the guard', async () => {
  for (const path of ['/api', '/api/reports', '/x'])
    expect((await stage.ask({ path, headers: { host: HOST } })).status).toBe(401)
  expect((await stage.ask({ path: '/api/public/a', headers: { host: HOST } })).status).toBe(200)
})

// proves: program-gate-access-log
test('each answer is a line of the access log, without its query and without the citizen', async () => {
  stage.accessed.length = 0
  const headers = { host: HOST, 'x-forwarded-for': '203.0.113.9, 198.51.100.7', cookie: 'a=secret' }
  await stage.ask({ path: '/api/x?sso_ticket=secret', headers })
  await expect.poll(() => stage.accessed).toHaveLength(1)
  expect(stage.accessed[0]).toMatch(/^[^\n]+\n$/)
  expect(stage.accessed[0]).not.toContain('secret')
  expect(JSON.parse(stage.accessed[0] ?? '')).toEqual({
    '@timestamp': expect.stringMatching(/^\d{4}-.*Z$/),
    'log.level': 'info',
    message: 'access',
    'ecs.version': '8.11.0',
    'event.dataset': 'portico.access',
    'event.action': 'upstream',
    'event.duration': expect.any(Number),
    'http.request.method': 'GET',
    'url.path': '/api/x',
    'http.response.status_code': 401,
    'source.ip': '198.51.100.7',
  })
})

test.each([
  '/api',
  '/api=',
  '/api/=http://a',
  'api=http://a',
  '/a=http://a/b',
  '/a=http://a /a=http://b',
  '/a/*=http://a',
])('GATE_UPSTREAM_PATHS=%s is refused', (text) => {
  const reader = settingReader({ GATE_UPSTREAM: 'http://127.0.0.1:1', GATE_UPSTREAM_PATHS: text })
  readReverseProxy(reader)
  expect(reader.problems.map(({ path }) => path)).toEqual(['GATE_UPSTREAM_PATHS'])
})
