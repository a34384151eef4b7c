import type { Framework } from './choices.ts'

/** The first files of a program. `sso` makes the object, `server` answers requests. */
export interface FirstLines {
  readonly sso: string
  readonly server: string
}

/** The lines for a framework and a database. `extension` is the one of both files, such as `.js`. */
export function firstLines(
  framework: Framework,
  { isFile, extension }: { readonly isFile: boolean; readonly extension: string },
): FirstLines {
  return {
    sso: isFile ? IN_A_FILE : IN_POSTGRESQL,
    server: SERVERS[framework].replace('./sso.js', `./sso${extension}`),
  }
}

const IN_POSTGRESQL = `import { configFromEnv, createProgramSso } from '@portico/program'
import { postgresStore, starterAccounts } from '@portico/program/postgres'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const store = postgresStore(pool)
await store.migrate()
export const sso = createProgramSso({ ...configFromEnv(), store, accounts: starterAccounts(pool), cookies: {} })
`

const IN_A_FILE = `import { configFromEnv, createProgramSso } from '@portico/program'
import { openDatabase, sqliteStore, starterAccounts } from '@portico/program/sqlite'

const database = openDatabase(process.env['DATABASE_URL'])
const store = sqliteStore(database)
await store.migrate()
export const sso = createProgramSso({ ...configFromEnv(), store, accounts: starterAccounts(database), cookies: {} })
`

const SERVERS: Readonly<Record<Framework, string>> = {
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
