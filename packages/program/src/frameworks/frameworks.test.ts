import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { proof, type TestProgram, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'
import { citizenOf, requireCitizen, ssoRouter } from './express.ts'
import { citizenOf as fastifyCitizenOf, fastifySso } from './fastify.ts'
import { honoSso, requireCitizen as requireHonoCitizen } from './hono.ts'
import { citizenOrAnswer, nodeSso } from './node.ts'

// Express 4 is installed under another name, which its types do not know; what is used here is the same in both.
const express4 = createRequire(import.meta.url)('express4') as typeof express

let closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.map((close) => close()))
  closing = []
})

const listen = async (app: RequestListener) => {
  const server: Server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sends a body in chunks that never says how long it will be; gives the status. */
const lengthless = (base: string, bytes: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const asked = request(`${base}/api/v1/sso/begin/`, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on('error', reject)
    asked.write(`{"return_uri":"${'x'.repeat(bytes)}`)
    asked.end('"}')
  })

const expressApp =
  (make: () => ReturnType<typeof express>, parser: 'before' | 'after' | 'text') => (program: TestProgram) => {
    const app = make()
    const json = make === express ? express.json() : express4.json()
    if (parser === 'before') app.use(json)
    if (parser === 'text') app.use(express.text({ type: '*/*' }))
    app.use(ssoRouter(program.sso))
    if (parser === 'after') app.use(json)
    app.get(
      '/api/me',
      requireCitizen(program.sso),
      (req, res) => void res.json({ hello: citizenOf(program.sso, req).account.name }),
    )
    return listen(app)
  }

const fastifyApp = async (program: TestProgram) => {
  const app = Fastify()
  await app.register(fastifySso(program.sso))
  app.get('/api/me', { preHandler: app.requireCitizen }, async (request) => ({
    hello: fastifyCitizenOf(program.sso, request).account.name,
  }))
  app.post('/api/echo', async (request) => request.body)
  closing.push(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}

const honoApp = (readFirst: boolean) => async (program: TestProgram) => {
  const app = new Hono()
  if (readFirst) {
    app.use(async (c, next) => {
      await c.req.text()
      await next()
    })
  }
  app.use(honoSso(program.sso))
  app.get('/api/me', requireHonoCitizen(program.sso), (c) => c.json({ hello: c.var.citizen.account.name }))
  return new Promise<string>((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
    closing.push(() => new Promise((done) => server.close(done)))
  })
}

const nodeApp = (program: TestProgram) => {
  const answer = nodeSso(program.sso)
  return listen((req, res) => {
    void answer(req, res).then(async (ours) => {
      if (ours) return
      if (req.url === '/api/me') {
        const citizen = await citizenOrAnswer(program.sso, req, res)
        return void (citizen && res.end(JSON.stringify({ hello: citizen.account.name })))
      }
      res.statusCode = 404
      res.end()
    })
  })
}

describe.each<[string, (program: TestProgram) => Promise<string>]>([
  ['Express 5, before express.json()', expressApp(express, 'after')],
  ['Express 5, after express.json()', expressApp(express, 'before')],
  ['Express 5, after express.text()', expressApp(express, 'text')],
  ['Express 4, before express.json()', expressApp(express4, 'after')],
  ['Express 4, after express.json()', expressApp(express4, 'before')],
  ['Fastify 5', fastifyApp],
  ['Hono', honoApp(false)],
  ['Hono, after somebody read the body', honoApp(true)],
  ['node:http', nodeApp],
])('%s', (_name, start) => {
  const post = (base: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${base}/api/v1/sso/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  test('carries a whole sign-in, guards a route, and signs out', async () => {
    const program = testProgram()
    const base = await start(program)
    const { verifier, challenge } = await proof()
    const begun = await post(base, 'begin/', {
      return_uri: 'https://permits.example.test/signed-in',
      code_challenge: challenge,
    })
    const { authorization_url: url } = (await begun.json()) as { authorization_url: string }
    const back = new URL(
      await program.identity.authorize(url, program.identity.addCitizen({ email: 'ana@example.test' })),
    )
    const landed = await fetch(`${base}${back.pathname}${back.search}`, { redirect: 'manual' })
    expect(landed.status).toBe(302)
    const code = new URL(landed.headers.get('location') ?? '').searchParams.get('sso_code')
    const exchanged = await post(base, 'exchange', { code, code_verifier: verifier })
    const { access_token: token } = (await exchanged.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${token}` }
    expect(await (await fetch(`${base}/api/me`, { headers })).json()).toEqual({ hello: 'Ana Example' })
    const out = await fetch(`${base}/api/v1/sso/logout/`, { method: 'POST', headers })
    expect([out.status, await out.text()]).toEqual([204, ''])
    expect((await fetch(`${base}/api/me`, { headers })).status).toBe(401)
  })

  test('refuses as the core does: no bearer, bad JSON, a long body, an unknown path', async () => {
    const base = await start(testProgram())
    const me = await fetch(`${base}/api/me`)
    expect([
      me.status,
      me.headers.get('www-authenticate'),
      ((await me.json()) as { code: string }).code,
    ]).toEqual([401, 'Bearer', 'missing_token'])
    expect(
      (await post(base, 'begin/', { return_uri: 'https://evil.example.test', code_challenge: 'x' })).status,
    ).toBe(400)
    expect((await post(base, 'begin/', { return_uri: 'x'.repeat(9000), code_challenge: 'x' })).status).toBe(
      400,
    )
    expect(await lengthless(base, 70_000)).toBe(400)
    expect((await fetch(`${base}/api/v1/sso/nothing/`)).status).toBe(404)
    expect((await fetch(`${base}/somewhere`)).status).toBe(404)
  })
})

describe('an older guard beside ours', () => {
  test('lets unlinked accounts through, and linked ones not', async () => {
    const program = testProgram({
      legacy: {
        authenticate: async () => ({ accountId: 'old-1', sessionRef: 'r' }),
        closeLegacyAccess: async () => undefined,
      },
    })
    program.accounts.all.set('old-1', { id: 'old-1', name: 'Old Ana', email: 'a@example.test' })
    const app = express()
    const fallback = async (req: IncomingMessage) =>
      req.headers.authorization === 'Bearer old-token' ? { accountId: 'old-1' } : null
    app.get(
      '/api/me',
      requireCitizen(program.sso, { fallback }),
      (req, res) => void res.json({ hello: citizenOf(program.sso, req).account.name }),
    )
    const base = await listen(app)
    const me = (token: string) => fetch(`${base}/api/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await me('old-token')).json()).toEqual({ hello: 'Old Ana' })
    expect((await me('another-token')).status).toBe(401)
    const citizen = program.identity.addCitizen({ email: 'x@example.test' })
    const { accessToken } = await signInThrough(program.sso, program.identity, citizen, { link: 'old-token' })
    expect((await me('old-token')).status).toBe(401)
    expect((await me(accessToken)).status).toBe(200)
  })
})
