import { configFromEnv, createProgramSso } from '@portico/program'
import { citizenOf, requireCitizen, ssoRouter } from '@portico/program/express'
import { postgresStore, starterAccounts } from '@portico/program/postgres'
import express from 'express'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const store = postgresStore(pool)
const sso = createProgramSso({ ...configFromEnv(), store, accounts: starterAccounts(pool) })
await sso.migrate()

const app = express()
app.use(ssoRouter(sso))

// The event stream ends with the session.
app.get('/api/events', requireCitizen(sso, { acceptTicket: true }), async (req, res) => {
  const { account, session } = citizenOf(sso, req)
  const closed = new AbortController()
  res.once('close', () => closed.abort())
  res.writeHead(200, { 'content-type': 'text/event-stream' })
  res.write(`data: Hello ${account.name}\n\n`)
  if (session) await sso.whenRefused({ session }, closed.signal)
  res.end()
})

app.get('/api/permits.csv', requireCitizen(sso, { acceptTicket: true }), (_req, res) => {
  res.attachment('permits.csv').send('plate\nAB 123\n')
})

app.listen(Number(process.env['PORT'] ?? 3000))
