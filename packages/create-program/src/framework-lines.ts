import type { Framework } from './choices.ts'

/** One file for each framework, which listens. */
export const SERVERS: Readonly<Record<Exclude<Framework, 'nest' | 'next'>, string>> = {
  express: `import { citizenOf, requireCitizen, ssoRouter } from '@portico/program/express'
import express from 'express'
import { sso } from './sso.js'

const app = express()
app.use(ssoRouter(sso))
app.get('/api/me', requireCitizen(sso), (req, res) => {
  res.json({ hello: citizenOf(sso, req).account.name })
})
app.listen(Number(process.env['PORT'] ?? 3000))
`,
  fastify: `import { citizenOf, fastifySso } from '@portico/program/fastify'
import Fastify from 'fastify'
import { sso } from './sso.js'

const app = Fastify()
await app.register(fastifySso(sso))
app.get('/api/me', { preHandler: app.requireCitizen }, async (request) => {
  return { hello: citizenOf(sso, request).account.name }
})
await app.listen({ port: Number(process.env['PORT'] ?? 3000) })
`,
  hono: `import { serve } from '@hono/node-server'
import { honoSso, requireCitizen } from '@portico/program/hono'
import { Hono } from 'hono'
import { sso } from './sso.js'

const app = new Hono()
app.use(honoSso(sso))
app.get('/api/me', requireCitizen(sso), (c) => c.json({ hello: c.var.citizen.account.name }))
serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) })
`,
  node: `import { createServer } from 'node:http'
import { citizenOrAnswer, nodeSso } from '@portico/program/node'
import { sso } from './sso.js'

const ours = nodeSso(sso)
const answer = async (req, res) => {
  if (await ours(req, res)) return
  const citizen = await citizenOrAnswer(sso, req, res)
  if (citizen) res.end(JSON.stringify({ hello: citizen.account.name }))
}
const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()))
server.listen(Number(process.env['PORT'] ?? 3000))
`,
}

/** Decorators are functions, so plain JavaScript can call them. A program in TypeScript writes them with `@`. */
export const NEST = `import 'reflect-metadata'
import { Controller, Get, Module, UseGuards } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Citizen, CitizenGuard, SsoModule } from '@portico/program/nest'
import { sso } from './sso.js'

class Me {
  me(citizen) {
    return { hello: citizen.account.name }
  }
}
// In TypeScript: @Controller('api'), @Get('me'), @UseGuards(CitizenGuard), and @Citizen() before the parameter.
const method = Object.getOwnPropertyDescriptor(Me.prototype, 'me')
Get('me')(Me.prototype, 'me', method)
UseGuards(CitizenGuard)(Me.prototype, 'me', method)
Citizen()(Me.prototype, 'me', 0)
Controller('api')(Me)

class Program {}
Module({ imports: [SsoModule.forRoot(sso)], controllers: [Me] })(Program)

const app = await NestFactory.create(Program)
await app.listen(Number(process.env['PORT'] ?? 3000))
`

/** The settings of Next.js. */
export const NEXT_CONFIG = `// The endpoints answer with and without a final slash. Without this line, Next.js would redirect the first.
export default { skipTrailingSlashRedirect: true }
`

/** The route of the endpoints. */
export const NEXT_ROUTES = `import { routes } from '../../../../../lib/sso'

export const { GET, HEAD, POST, OPTIONS } = routes
`

/** A guarded route. */
export const NEXT_ME = `import { withCitizen } from '../../../lib/sso'

export const GET = withCitizen((_request, citizen) => Response.json({ hello: citizen.account.name }))
`
