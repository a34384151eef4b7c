import { configFromEnv, createProgramSso } from '@portico/program'
import { ssoRouter } from '@portico/program/express'
import { postgresStore, starterAccounts } from '@portico/program/postgres'
import express from 'express'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const store = postgresStore(pool)
const sso = createProgramSso({
  ...configFromEnv(), // reads SSO_TRUSTED_PROXIES=10.0.0.0/8: the program's own proxies
  store,
  accounts: starterAccounts(pool),
})
await sso.migrate()

const app = express()
app.use(ssoRouter(sso))
app.listen(Number(process.env['PORT'] ?? 3000))
