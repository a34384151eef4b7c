import { createProgramSso, type ProgramSsoConfig } from '@portico/program'
import { type PgClientLike, postgresStore } from '@portico/program/postgres'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { Account } from './accounts/account.ts'
import { centralAccounts } from './accounts/central-accounts.ts'
import { buildApp } from './app.ts'
import type { PermitsConfig } from './config.ts'
import { removeExpiredOldSessions } from './old-accounts/old-session-store.ts'
import { bundlePage } from './page/bundle-page.ts'
import { createSchema, openPool } from './platform/database.ts'
import { systemClock } from './platform/system-clock.ts'

/** The program as it runs. */
export interface RunningPermits {
  /** Where citizens find it. */
  readonly url: string
  /** Where it listens on this machine. */
  readonly listening: string
  /** Ends requests under way, then everything else. */
  close(): Promise<void>
}

/** What a test may put in the place of the machine's own. */
export type Seams = Partial<
  Pick<
    ProgramSsoConfig<Account, PgClientLike>,
    'clock' | 'fetch' | 'logger' | 'validity' | 'throttle' | 'hooks'
  >
>

const TEN_MINUTES = 600_000

/** Starts the program; whatever was begun is ended again when a later step fails. */
export async function startPermits(config: PermitsConfig, seams: Seams = {}): Promise<RunningPermits> {
  const pool = openPool(config.databaseUrl)
  const closings: (() => Promise<unknown>)[] = [() => pool.end()]
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing()
  }
  try {
    await createSchema(pool)
    const app = await assemble({ pool, config, seams, closings })
    closings.push(() => app.close())
    const listening = await app.listen({ host: config.host, port: config.port })
    return { url: `${config.sso.program.baseUrl.replace(/\/+$/, '')}/`, listening, close }
  } catch (error) {
    await close()
    throw error
  }
}

interface Parts {
  readonly pool: Pool
  readonly config: PermitsConfig
  readonly seams: Seams
  readonly closings: (() => Promise<unknown>)[]
}

async function assemble({ pool, config, seams, closings }: Parts): Promise<FastifyInstance> {
  const clock = seams.clock ?? systemClock
  const { baseUrl, returnUris } = config.sso.program
  const store = postgresStore(pool, seams.clock && { clock: seams.clock })
  await store.migrate()
  const sso = createProgramSso({ ...config.sso, ...seams, store, accounts: centralAccounts(pool, clock) })
  closings.push(() => sso.close())

  const tidy = setInterval(() => {
    removeExpiredOldSessions(pool, clock.now()).catch(() => undefined)
  }, TEN_MINUTES).unref()
  closings.push(async () => clearInterval(tidy))

  const page = await bundlePage(baseUrl, returnUris)
  const { clientIp } = config.sso
  return buildApp({
    ...{ sso, store, db: pool, clock, page, isHttps: baseUrl.startsWith('https:') },
    trustedProxies:
      typeof clientIp === 'object' && 'trustedProxies' in clientIp ? clientIp.trustedProxies : [],
  })
}
