import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import express from 'express'
import Fastify, { type FastifyInstance } from 'fastify'
import { Hono } from 'hono'
import { optionalCitizen, requireCitizen, requireRecentSignIn, ssoRouter } from '../src/frameworks/express.ts'
import { fastifySso } from '../src/frameworks/fastify.ts'
import {
  honoSso,
  optionalCitizen as optionalHonoCitizen,
  requireCitizen as requireHonoCitizen,
  requireRecentSignIn as requireRecentHonoSignIn,
} from '../src/frameworks/hono.ts'
import { citizenOrAnswer, nodeSso, optionalCitizen as optionalNodeCitizen } from '../src/frameworks/node.ts'
import type { ProgramSso } from '../src/program-sso.ts'
import { listen } from './framework-apps.ts'
import { type NestPlatform, startNest } from './nest-apps.ts'

// Express 4 is installed under another name, which has no types. What is used here is the same in both versions.
const express4 = createRequire(import.meta.url)('express4') as typeof express

/**
 * A program that renders pages: `/permits` for citizens, with GET and POST; `/area/permits` below a router; `/pay` for
 * citizens with a recent sign-in; `/open` for everybody. A page says whom it is for.
 */
export type StartPages = (sso: ProgramSso<{ id: string }>) => Promise<{ base: string; close: () => unknown }>

const RECENT = { withinSeconds: 300 }

const page = (accountId: string | undefined) => `for ${accountId ?? 'everybody'}`

const expressPages =
  (make: typeof express): StartPages =>
  async (sso) => {
    const app = make()
    app.use((_req, res, next) => {
      res.setHeader('set-cookie', ['own=1; Path=/'])
      next()
    })
    app.use(ssoRouter(sso))
    const permits = make.Router()
    permits.all('/permits', requireCitizen(sso), (req, res) => void res.send(page(req.citizen?.accountId)))
    app.get('/open', optionalCitizen(sso), (req, res) => void res.send(page(req.citizen?.accountId)))
    app.all(
      '/pay',
      requireRecentSignIn(sso, RECENT),
      (req, res) => void res.send(page(req.citizen?.accountId)),
    )
    app.use('/area', permits)
    app.use(permits)
    return { base: await listen(app), close: () => undefined }
  }

const fastifyPages: StartPages = async (sso) => {
  const app = Fastify({ forceCloseConnections: true })
  await app.register(fastifySso(sso))
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  const permits = async (scope: FastifyInstance) => {
    scope.all('/permits', { preHandler: app.requireCitizen }, async ({ citizen }) => page(citizen?.accountId))
  }
  app.get('/open', { preHandler: app.optionalCitizen }, async ({ citizen }) => page(citizen?.accountId))
  app.all('/pay', { preHandler: app.requireRecentSignIn(RECENT) }, async ({ citizen }) =>
    page(citizen?.accountId),
  )
  await app.register(permits)
  await app.register(permits, { prefix: '/area' })
  return { base: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}

const honoPages: StartPages = async (sso) => {
  const app = new Hono()
  app.use(honoSso(sso))
  const permits = new Hono()
  permits.all('/permits', requireHonoCitizen(sso), (c) => c.text(page(c.var.citizen.accountId)))
  app.get('/open', optionalHonoCitizen(sso), (c) => c.text(page(c.var.citizen?.accountId)))
  app.all('/pay', requireRecentHonoSignIn(sso, RECENT), (c) => c.text(page(c.var.citizen.accountId)))
  app.route('/', permits)
  app.route('/area', permits)
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({ base: `http://127.0.0.1:${port}`, close: () => server.close() }),
    )
  })
}

const nodePages: StartPages = async (sso) => {
  const ours = nodeSso(sso)
  const pathOf = (req: IncomingMessage) => (req.url ?? '').split('?')[0] ?? ''
  const server = createServer((req, res) => {
    void ours(req, res).then(async (isOurs) => {
      if (isOurs) return
      if (pathOf(req) === '/open') return void res.end(page((await optionalNodeCitizen(sso, req))?.accountId))
      const check = pathOf(req) === '/pay' ? sso.requireRecentSignIn(RECENT) : sso
      const citizen = await citizenOrAnswer(check, req, res)
      if (citizen) res.end(page(citizen.accountId))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => (server.closeAllConnections(), server.close())
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const nestPages =
  (platform: NestPlatform): StartPages =>
  (sso) =>
    startNest(sso, { platform })

/** Every framework. */
export const PAGES: readonly (readonly [string, StartPages])[] = [
  ['Express 5', expressPages(express)],
  ['Express 4', expressPages(express4)],
  ['Fastify 5', fastifyPages],
  ['Hono', honoPages],
  ['Nest on Express', nestPages('express')],
  ['Nest on Fastify', nestPages('fastify')],
  ['node:http', nodePages],
]
