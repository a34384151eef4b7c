import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import express from 'express'
import Fastify from 'fastify'
import { Hono } from 'hono'
import { citizenOf, requireCitizen, ssoRouter } from '../src/frameworks/express.ts'
import { citizenOf as fastifyCitizenOf, fastifySso } from '../src/frameworks/fastify.ts'
import { honoSso, requireCitizen as requireHonoCitizen } from '../src/frameworks/hono.ts'
import { citizenOrAnswer, nodeSso } from '../src/frameworks/node.ts'
import { type NestPlatform, startNest } from './nest-apps.ts'
import type { TestProgram } from './program.ts'

// Express 4 is installed under another name, which has no types. What is used here is the same in both versions.
const express4 = createRequire(import.meta.url)('express4') as typeof express

/** A server of Node 26 refuses a request of a thousand headers by itself; older ones let it pass. Here every one does. */
const ANY_COUNT = 0

let closing: (() => Promise<unknown>)[] = []

/** Closes every server that a test has started. */
export async function closeServers(): Promise<void> {
  await Promise.all(closing.map((close) => close()))
  closing = []
}

/** Closes this, too, when the servers are closed. */
export function closeLater(close: () => Promise<unknown>): void {
  closing.push(close)
}

/** Starts a server on a free port and returns its address. */
export async function listen(app: RequestListener): Promise<string> {
  const server: Server = createServer(app)
  server.maxHeadersCount = ANY_COUNT
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a program behind a framework and returns its address. */
export type StartApp = (program: TestProgram) => Promise<string>

type Parser = 'none' | 'json' | 'json-after' | 'text' | 'raw' | 'urlencoded'

const expressApp =
  (make: typeof express, parser: Parser): StartApp =>
  (program) => {
    const app = make()
    if (parser === 'json') app.use(make.json())
    if (parser === 'text') app.use(make.text({ type: '*/*' }))
    if (parser === 'raw') app.use(make.raw({ type: '*/*' }))
    if (parser === 'urlencoded') app.use(make.urlencoded({ extended: true }))
    app.use(ssoRouter(program.sso))
    if (parser === 'json-after') app.use(make.json())
    app.get(
      '/api/me',
      requireCitizen(program.sso),
      (req, res) => void res.json({ hello: citizenOf(program.sso, req).account.name }),
    )
    app.get(
      '/api/stream',
      requireCitizen(program.sso, { acceptTicket: true }),
      (req, res) => void res.json({ stream: citizenOf(program.sso, req).account.name }),
    )
    app.post('/api/echo', make.json(), (req, res) => void res.json(req.body))
    return listen(app)
  }

/** Fastify, with or without a prefix. */
export const fastifyApp =
  (prefix = ''): StartApp =>
  async (program) => {
    const app = Fastify({ forceCloseConnections: true })
    app.server.maxHeadersCount = ANY_COUNT
    await app.register(fastifySso(program.sso), { prefix })
    app.get('/api/me', { preHandler: app.requireCitizen }, async (request) => ({
      hello: fastifyCitizenOf(program.sso, request).account.name,
    }))
    const stream = { preHandler: app.requireCitizen, config: { acceptTicket: true } }
    app.get('/api/stream', stream, async (request) => ({
      stream: fastifyCitizenOf(program.sso, request).account.name,
    }))
    app.post('/api/echo', async (request) => request.body)
    closing.push(() => app.close())
    return app.listen({ port: 0, host: '127.0.0.1' })
  }

const honoApp =
  (readFirst: 'nothing' | 'text' | 'json'): StartApp =>
  async (program) => {
    const app = new Hono()
    app.use(async (c, next) => {
      if (readFirst === 'text') await c.req.text()
      if (readFirst === 'json') await c.req.json().catch(() => null)
      await next()
    })
    app.use(honoSso(program.sso))
    app.get('/api/me', requireHonoCitizen(program.sso), (c) => c.json({ hello: c.var.citizen.account.name }))
    app.get('/api/stream', requireHonoCitizen(program.sso, { acceptTicket: true }), (c) =>
      c.json({ stream: c.var.citizen.account.name }),
    )
    app.post('/api/echo', async (c) => c.json(await c.req.json()))
    return new Promise<string>((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
        resolve(`http://127.0.0.1:${port}`),
      )
      if ('maxHeadersCount' in server) server.maxHeadersCount = ANY_COUNT
      closing.push(() => {
        if ('closeAllConnections' in server) server.closeAllConnections()
        return new Promise((done) => server.close(done))
      })
    })
  }

const nodeApp: StartApp = (program) => {
  const answer = nodeSso(program.sso)
  return listen((req, res) => {
    void answer(req, res).then(async (ours) => {
      if (ours) return
      if (req.url?.startsWith('/api/me')) {
        const citizen = await citizenOrAnswer(program.sso, req, res)
        return void (citizen && res.end(JSON.stringify({ hello: citizen.account.name })))
      }
      if (req.url?.startsWith('/api/stream')) {
        const citizen = await citizenOrAnswer(program.sso, req, res, { acceptTicket: true })
        return void (citizen && res.end(JSON.stringify({ stream: citizen.account.name })))
      }
      if (req.url === '/api/echo') return void req.pipe(res)
      res.statusCode = 404
      res.end()
    })
  })
}

const nestApp =
  (platform: NestPlatform, prefix?: string): StartApp =>
  async (program) => {
    const { base, close } = await startNest(program.sso, {
      platform,
      ...(prefix === undefined ? {} : { prefix }),
    })
    closing.push(close)
    return base
  }

/** Frameworks that have not read the body before us. */
export const UNPARSED: readonly (readonly [string, StartApp])[] = [
  ['Express 5', expressApp(express, 'none')],
  ['Express 5, before express.json()', expressApp(express, 'json-after')],
  ['Express 5, after express.urlencoded()', expressApp(express, 'urlencoded')],
  ['Express 4, before express.json()', expressApp(express4, 'json-after')],
  ['Express 4, after express.urlencoded()', expressApp(express4, 'urlencoded')],
  ['Fastify 5', fastifyApp()],
  ['Hono', honoApp('nothing')],
  ['Nest on Express', nestApp('express')],
  ['Nest on Express, with a global prefix', nestApp('express', 'api')],
  ['Nest on Fastify', nestApp('fastify')],
  ['node:http', nodeApp],
]

/** Frameworks that have read the body before us. */
export const PARSED: readonly (readonly [string, StartApp])[] = [
  ['Express 5, after express.json()', expressApp(express, 'json')],
  ['Express 5, after express.text()', expressApp(express, 'text')],
  ['Express 5, after express.raw()', expressApp(express, 'raw')],
  ['Express 4, after express.json()', expressApp(express4, 'json')],
  ['Express 4, after express.raw()', expressApp(express4, 'raw')],
  ['Hono, after middleware has read the body as text', honoApp('text')],
  ['Hono, after middleware has read the body as JSON', honoApp('json')],
]
