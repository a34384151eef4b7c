import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openNotReadyServer } from './not-ready-server.ts'
import type { HttpServer } from './platform/http/server.ts'
import { systemLog } from './platform/system-log.ts'
import { systemRandom } from './platform/system-random.ts'

let server: HttpServer
let at: string

beforeAll(async () => {
  const config = { ...readConfig({ NODE_ENV: 'test' }), port: 0 }
  const opened = await openNotReadyServer({ config, log: systemLog('silent'), random: systemRandom })
  server = opened.server
  at = opened.address
})
afterAll(() => server.close())

test('health says that the process answers, to GET and HEAD alone (contract 2.13)', async () => {
  const health = await fetch(`${at}/api/health/`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok', service: 'portico' }])
  expect((await fetch(`${at}/api/health/`, { method: 'HEAD' })).status).toBe(200)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const refused = await fetch(`${at}/api/health/`, { method })
    expect([method, refused.status, refused.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
  }
})

test.each(['/o/token/', '/o/userinfo/', '/api/v1/accounts/register/', '/.well-known/openid-configuration'])(
  'a program that calls %s is told to try again',
  async (path) => {
    const answer = await fetch(at + path, { method: path === '/o/token/' ? 'POST' : 'GET' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await answer.json()).toHaveProperty('detail')
  },
)

test.each(['/', '/login/', '/login', '/account/', '/register/confirm/?link=x'])(
  'a person who opens %s sees a page that says so, in their language',
  async (path) => {
    const answer = await fetch(at + path, { headers: { 'accept-language': 'de' } })
    const body = await answer.text()
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(body).toContain('<html lang="de"')
    expect(body).not.toContain('<form')
  },
)
