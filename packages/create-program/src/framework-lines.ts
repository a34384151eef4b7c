import type { Framework } from './choices.ts'

/** The page of a server: who is signed in, and the way in or out. */
export const FIRST_PAGE = `// Without a citizen: a visitor, or an outage in which nobody can be checked.
const signIn = '<p>You are not signed in, or we cannot tell at the moment. <a href="/api/v1/sso/login?return_to=/">Sign in</a></p>'
const signOut = '<form method="post" action="/api/v1/sso/logout?return_to=/"><button>Sign out</button></form>'
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => \`&#\${sign.charCodeAt(0)};\`)

export const firstPage = (citizen) => \`<!doctype html>
<html lang="en"><meta name="viewport" content="width=device-width"><title>First page</title>
<main>\${citizen ? \`<p>Hello \${escaped(citizen.account.name ?? 'you')}</p>\${signOut}\` : signIn}</main>
\`

// After a sign-out, the Back button shows no page of the citizen.
export const HEADERS = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
`

/** One file for each framework, which listens. */
export const SERVERS: Readonly<Record<Exclude<Framework, 'nest' | 'next'>, string>> = {
  express: `import { citizenOf, optionalCitizen, requireCitizen, ssoRouter } from '@portico/program/express'
import express from 'express'
import { firstPage, HEADERS } from './first-page.js'
import { sso } from './sso.js'

const app = express()
app.use(ssoRouter(sso))
app.get('/', optionalCitizen(sso), (req, res) => {
  res.set(HEADERS).send(firstPage(req.citizen))
})
app.get('/api/me', requireCitizen(sso), (req, res) => {
  res.json({ hello: citizenOf(sso, req).account.name })
})
app.listen(Number(process.env['PORT'] ?? 3000))
`,
  fastify: `import { citizenOf, fastifySso } from '@portico/program/fastify'
import Fastify from 'fastify'
import { firstPage, HEADERS } from './first-page.js'
import { sso } from './sso.js'

const app = Fastify()
await app.register(fastifySso(sso))
app.get('/', { preHandler: app.optionalCitizen }, (request, reply) => {
  return reply.headers(HEADERS).send(firstPage(request.citizen))
})
app.get('/api/me', { preHandler: app.requireCitizen }, async (request) => {
  return { hello: citizenOf(sso, request).account.name }
})
await app.listen({ port: Number(process.env['PORT'] ?? 3000) })
`,
  hono: `import { serve } from '@hono/node-server'
import { honoSso, optionalCitizen, requireCitizen } from '@portico/program/hono'
import { Hono } from 'hono'
import { firstPage, HEADERS } from './first-page.js'
import { sso } from './sso.js'

const app = new Hono()
app.use(honoSso(sso))
app.get('/', optionalCitizen(sso), (c) => c.body(firstPage(c.var.citizen), 200, HEADERS))
app.get('/api/me', requireCitizen(sso), (c) => c.json({ hello: c.var.citizen.account.name }))
serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) })
`,
  node: `import { createServer } from 'node:http'
import { citizenOrAnswer, nodeSso, optionalCitizen } from '@portico/program/node'
import { firstPage, HEADERS } from './first-page.js'
import { sso } from './sso.js'

const ours = nodeSso(sso)
const answer = async (req, res) => {
  if (await ours(req, res)) return
  if (req.url === '/') {
    const page = firstPage(await optionalCitizen(sso, req))
    return res.writeHead(200, HEADERS).end(page)
  }
  const citizen = await citizenOrAnswer(sso, req, res)
  if (citizen) res.end(JSON.stringify({ hello: citizen.account.name }))
}
const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()))
server.listen(Number(process.env['PORT'] ?? 3000))
`,
}

/** Decorators are functions, so plain JavaScript can call them. A program in TypeScript writes them with `@`. */
export const NEST = `import 'reflect-metadata'
import { Controller, Get, Header, Module, UseGuards } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Citizen, CitizenGuard, OptionalCitizenGuard, SsoModule } from '@portico/program/nest'
import { firstPage, HEADERS } from './first-page.js'
import { sso } from './sso.js'

class Start {
  page(citizen) {
    return firstPage(citizen)
  }
  me(citizen) {
    return { hello: citizen.account.name }
  }
}
// In TypeScript: @Get('api/me') and @UseGuards(CitizenGuard) before the method, and @Citizen() before the parameter.
const decorate = (name, ...decorators) => {
  const method = Object.getOwnPropertyDescriptor(Start.prototype, name)
  for (const decorator of decorators) decorator(Start.prototype, name, method)
  Citizen()(Start.prototype, name, 0)
}
decorate('page', Get(), UseGuards(OptionalCitizenGuard), ...Object.entries(HEADERS).map((pair) => Header(...pair)))
decorate('me', Get('api/me'), UseGuards(CitizenGuard))
Controller()(Start)

class Program {}
Module({ imports: [SsoModule.forRoot(sso)], controllers: [Start] })(Program)

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

/** The page: who is signed in, and the way in or out. */
export const nextPage = (
  cachesComponents: boolean,
): string => `import { optionalCitizen } from '../../lib/sso'
${cachesComponents ? '\nexport const instant = false\n' : ''}
export default async function Me() {
  const citizen = await optionalCitizen()
  // Without a citizen: a visitor, or an outage in which nobody can be checked.
  return citizen ? (
    <main>
      <p>Hello {citizen.account.name}</p>
      <form method="post" action="/api/v1/sso/logout?return_to=/me"><button>Sign out</button></form>
    </main>
  ) : (
    <main>You are not signed in, or we cannot tell at the moment. <a href="/api/v1/sso/login?return_to=/me">Sign in</a></main>
  )
}
`
