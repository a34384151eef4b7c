import type { IncomingMessage } from 'node:http'
import { configFromEnv, createProgramSso } from '@portico/program'
import { citizenOf, requireCitizen, ssoRouter } from '@portico/program/express'
import { postgresStore } from '@portico/program/postgres'
import express from 'express'
import pg from 'pg'
import { oldSession, usersWithPasswords } from './existing-accounts.ts'
import { checkPassword, openOldSession } from './old-password-form.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const store = postgresStore(pool)
const sso = createProgramSso({ ...configFromEnv(), store, accounts: usersWithPasswords(pool) })
await sso.migrate()

/** The guard that the program had before. */
const oldGuard = async (req: IncomingMessage) =>
  oldSession(pool, req.headers.authorization?.replace(/^Bearer /, '') ?? '')

const app = express()
app.use(ssoRouter(sso), express.json())
app.get('/api/me', requireCitizen(sso, { fallback: oldGuard }), (req, res) => {
  res.json({ hello: citizenOf(sso, req).account.name })
})
app.post('/api/login', async (req, res) => {
  const accountId = await checkPassword(pool, String(req.body.email), String(req.body.password))
  if (accountId === null) return void res.status(401).json({ detail: 'Wrong name or password.' })
  if (!(await sso.passwordSignInAllowed(accountId)))
    return void res.status(403).json({ detail: 'Sign in with your central account.' })
  res.json({ token: await openOldSession(pool, accountId) })
})
app.listen(Number(process.env['PORT'] ?? 3000))
