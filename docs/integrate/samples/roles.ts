import { configFromEnv, createProgramSso } from '@portico/program'
import { citizenOf, requireCitizen, ssoRouter } from '@portico/program/express'
import { postgresStore } from '@portico/program/postgres'
import express, { type RequestHandler } from 'express'
import pg from 'pg'
import { usersTable } from './users-table.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const store = postgresStore(pool)
const sso = createProgramSso({ ...configFromEnv(), store, accounts: usersTable(pool) })
await sso.migrate()

/** Lets citizens with this role through. The role is in the program's own table. Use it after requireCitizen. */
const requireRole =
  (role: string): RequestHandler =>
  (req, res, next) => {
    if (citizenOf(sso, req).account.role === role) next()
    else res.status(403).json({ detail: 'This is for staff.' })
  }

const app = express()
app.use(ssoRouter(sso))
app.use('/api', requireCitizen(sso))
app.get('/api/me', (req, res) => void res.json({ role: citizenOf(sso, req).account.role }))
app.get('/api/applications', requireRole('clerk'), (_req, res) => void res.json({ applications: [] }))
app.listen(Number(process.env['PORT'] ?? 3000))
