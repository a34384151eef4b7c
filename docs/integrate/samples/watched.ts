import { configFromEnv, createProgramSso, type ProgramEvent } from '@portico/program'
import { requireCitizen, ssoRouter } from '@portico/program/express'
import { postgresStore, starterAccounts } from '@portico/program/postgres'
import express from 'express'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const store = postgresStore(pool)

const seen: Partial<Record<ProgramEvent['type'], number>> = {}
const count = ({ type }: ProgramEvent) => {
  seen[type] = (seen[type] ?? 0) + 1
}
const sso = createProgramSso({
  ...configFromEnv(),
  store,
  accounts: starterAccounts(pool),
  hooks: { onEvent: count }, // or write to your audit table: events have ids and codes, but no tokens
})
await sso.migrate()

const app = express()
app.use(ssoRouter(sso))
app.get('/api/me', requireCitizen(sso), (_req, res) => void res.json({}))
app.listen(Number(process.env['PORT'] ?? 3000))

// For you alone: a port that only this machine reaches.
const inside = express()
inside.get('/internal/sso', async (_req, res) => void res.json({ seen, ...(await sso.health()) }))
inside.listen(Number(process.env['INTERNAL_PORT'] ?? 9100), '127.0.0.1')
