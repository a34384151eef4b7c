import { configFromEnv, createProgramSso } from '@portico/program'
import { nextSso } from '@portico/program/next'
import { postgresStore, starterAccounts } from '@portico/program/postgres'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import pg from 'pg'

// At the first request, and not when it is imported: `next build` imports it, too, without settings and database.
const open = async () => {
  const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
  const store = postgresStore(pool)
  const clientIp = { header: 'x-forwarded-for', trustedHops: 1 }
  const sso = createProgramSso({
    ...configFromEnv(),
    store,
    accounts: starterAccounts(pool),
    cookies: {},
    clientIp,
  })
  await sso.migrate()
  return sso
}

export const { routes, pageCitizen, actionCitizen, optionalCitizen, withCitizen } = nextSso(open, {
  headers,
  redirect,
})
