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

app.get('/api/devices', requireCitizen(sso), async (req, res) => {
  const { accountId, session } = citizenOf(sso, req)
  const sessions = await sso.sessions.list(accountId)
  res.json({
    devices: sessions.map(({ id, device, createdAt }) => ({
      name: [device.browser, device.system].filter(Boolean).join(' on ') || 'Unknown browser',
      since: createdAt,
      isThisDevice: id === session?.id,
    })),
  })
})

app.listen(Number(process.env['PORT'] ?? 3000))
