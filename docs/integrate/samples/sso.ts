import { configFromEnv, createProgramSso } from '@portico/program'
import { postgresStore, starterAccounts } from '@portico/program/postgres'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const store = postgresStore(pool)
export const sso = createProgramSso({ ...configFromEnv(), store, accounts: starterAccounts(pool) })
await sso.migrate()
