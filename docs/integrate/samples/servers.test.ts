import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createProgramSso } from '@portico/program'
import { ssoRouter } from '@portico/program/express'
import { fastifySso } from '@portico/program/fastify'
import { honoSso } from '@portico/program/hono'
import {
  fakeClock,
  fakeIdentity,
  memoryAccounts,
  memoryStore,
  signedInCookie,
  signedInHeaders,
  testConfig,
} from '@portico/program/testing'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { useStage } from '../testing/stage.ts'
import { ask, signIn } from '../testing/visitor.ts'
import { answer } from './web-standard.ts'
import { serveFeed } from './websocket.ts'

const stage = useStage()

test('devices.ts: a citizen sees where the account is in use, and which of these devices this one is', async () => {
  await stage.run('devices.ts')
  const ana = stage.identity.addCitizen({ email: 'ana@example.test' })
  const enter = () => signIn(stage.base, (url) => stage.identity.authorize(url, ana))
  const [first, second] = [await enter(), await enter()]
  const devices = `${stage.base}/api/devices`
  const mark = async (token: string) => {
    const list = (await ask(devices, token)).body['devices'] as { name: string; isThisDevice: boolean }[]
    expect(list.map(({ name }) => name)).toEqual(['Unknown browser', 'Unknown browser'])
    return list.map(({ isThisDevice }) => isThisDevice)
  }
  expect([await mark(first), await mark(second)]).toEqual([
    [true, false],
    [false, true],
  ])
  expect((await ask(devices)).status).toBe(401)
})

test("roles.ts: a sign-in gives no role, and a role in the program's table counts at once", async () => {
  await stage.database.pool.query(
    `create table users (id bigint generated always as identity primary key,
       name text, email text not null, role text not null, password_hash text)`,
  )
  await stage.run('roles.ts')
  const token = await signIn(stage.base, stage.as('ana@example.test'))
  expect((await ask(`${stage.base}/api/me`, token)).body).toEqual({ role: 'resident' })
  expect((await ask(`${stage.base}/api/applications`, token)).status).toBe(403)
  expect((await ask(`${stage.base}/api/applications`)).status).toBe(401)
  await stage.database.pool.query(`update users set role = 'clerk'`)
  expect((await ask(`${stage.base}/api/applications`, token)).status).toBe(200)
})

test('behind-a-proxy.ts: limits count the address that the proxy saw, not the proxy, and not what a visitor sends', async () => {
  await stage.run('behind-a-proxy.ts')
  const begin = async (forwardedFor: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor }
    const body = JSON.stringify({ return_uri: `${stage.base}/signed-in`, code_challenge: 'c'.repeat(43) })
    return (await fetch(`${stage.base}/api/v1/sso/begin/`, { method: 'POST', headers, body })).status
  }
  // All at once: sixty in turn can take a slow machine longer than the minute for which they count.
  const seen = await Promise.all(
    Array.from({ length: 61 }, (_, index) => begin(`203.0.113.${index}, 198.51.100.7`)),
  )
  expect(seen.filter((status) => status === 200)).toHaveLength(60)
  expect(seen.filter((status) => status === 429)).toHaveLength(1)
  expect(await begin('198.51.100.8')).toBe(200)
})

test('watched.ts: five failures are an outage, with one event, and shown by health()', async () => {
  await stage.run('watched.ts')
  const token = await signIn(stage.base, stage.as('ana@example.test'))
  const health = async () => (await ask(`${stage.inside}/internal/sso`)).body
  expect((await ask(`${stage.base}/internal/sso`)).status).toBe(404)
  expect(await health()).toMatchObject({ identity: 'up', activeSessions30s: 1, seen: { provisioned: 1 } })
  stage.identity.outage('500')
  await stage.letPass(30)
  for (let tries = 0; tries < 5; tries += 1)
    expect((await ask(`${stage.base}/api/me`, token)).status).toBe(503)
  // The feed of ended sessions asks by itself. Only introspections show whether a visitor's request was sent on.
  const introspections = () =>
    stage.identity.log.filter(({ path }) => path === '/api/integrations/introspect/').length
  const asked = introspections()
  expect(asked).toBeGreaterThan(0)
  expect((await ask(`${stage.base}/api/me`, token)).status).toBe(503)
  expect(introspections()).toBe(asked)
  expect(await health()).toMatchObject({ identity: 'down', seen: { identity_outage: 1 } })
})

test('web-standard.ts: endpoints, own routes and refusals from one function', async () => {
  const identity = fakeIdentity()
  const memory = memoryAccounts()
  const load = async (id: string) => {
    const found = await memory.load(id)
    return found && { ...found, role: 'resident' }
  }
  const kit = { store: memoryStore(), accounts: { ...memory, load }, fetch: identity.fetch }
  const sso = createProgramSso({ ...testConfig(identity), ...kit })
  const get = (path: string, headers: Record<string, string> = {}) =>
    answer(sso, new Request(`https://permits.example.test${path}`, { headers }))
  expect((await get('/api/v1/sso/config/')).status).toBe(200)
  expect((await get('/api/me')).status).toBe(401)
  const headers = await signedInHeaders(sso, identity, { email: 'ana@example.test', name: 'Ana' })
  expect(await (await get('/api/me', headers)).json()).toMatchObject({ hello: 'Ana' })
})

test('an address with a path: Express and Hono accept it removed or kept, Fastify in a scope', async () => {
  const identity = fakeIdentity()
  const config = testConfig(identity)
  const sso = createProgramSso({
    ...config,
    program: { ...config.program, baseUrl: 'https://city.example.test/permits' },
    ...{ store: memoryStore(), accounts: memoryAccounts(), fetch: identity.fetch },
  })
  const [stripped, left] = ['/api/v1/sso/config/', '/permits/api/v1/sso/config/']
  const hono = new Hono().use(honoSso(sso))
  expect([(await hono.request(stripped)).status, (await hono.request(left)).status]).toEqual([200, 200])
  const fastify = Fastify()
  await fastify.register(async (scope) => scope.register(fastifySso(sso)), { prefix: '/permits' })
  expect((await fastify.inject(left)).statusCode).toBe(200)
  const server = express().use(ssoRouter(sso)).listen(0)
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const seen = [(await fetch(base + stripped)).status, (await fetch(base + left)).status]
  await new Promise((resolve) => void server.close(resolve))
  expect(seen).toEqual([200, 200])
})

test('websocket.ts: opens for a citizen of an own page, and closes when the session ends', async () => {
  const clock = fakeClock()
  const identity = fakeIdentity({ clock })
  const kit = { clock, store: memoryStore({ clock }), accounts: memoryAccounts(), fetch: identity.fetch }
  const sso = createProgramSso({ ...testConfig(identity), ...kit, cookies: {} })
  const { cookie } = await signedInCookie(sso, identity)
  const server = createServer()
  serveFeed(server, sso, {
    handleUpgrade(_req, socket, _head, opened) {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n\r\n')
      opened({
        send: (text) => void socket.write(text),
        close: (code, reason) => void socket.end(` ${code} ${reason}`),
      })
    },
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const connect = (origin: string) =>
    get({ port, host: '127.0.0.1', headers: { connection: 'Upgrade', upgrade: 'websocket', origin, cookie } })
  const [refused] = await once(connect('https://evil.example'), 'response')
  expect(refused.statusCode).toBe(401)
  const [, socket, head] = await once(connect('https://permits.example.test'), 'upgrade')
  let heard = String(head)
  socket.on('data', (words: Buffer) => void (heard += String(words)))
  await expect.poll(() => heard).toContain('Hello account-1')
  const [session] = await sso.sessions.list('account-1')
  await sso.sessions.revoke(session?.id ?? '')
  const later = async () => (await clock.advance(1000), heard)
  await expect.poll(later).toContain('4401 session_revoked')
  server.close()
})
