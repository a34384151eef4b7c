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

/** The running program. */
export interface RunningPermits {
  /** The public address. */
  readonly url: string
  /** The address on which it listens. */
  readonly listening: string
  /** Waits for open requests, then closes everything. */
  close(): Promise<void>
}

/** The parts that a test may replace. */
export type Replacements = Partial<
  Pick<
    ProgramSsoConfig<Account, PgClientLike>,
    'clock' | 'fetch' | 'logger' | 'validity' | 'throttle' | 'hooks'
  >
>

const TEN_MINUTES = 600_000

/** Starts the program. If a step fails, closes what the earlier steps have started. */
export async function startPermits(
  config: PermitsConfig,
  replacements: Replacements = {},
): Promise<RunningPermits> {
  const pool = openPool(config.databaseUrl)
  const closings: (() => Promise<unknown>)[] = [() => pool.end()]
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing()
  }
  try {
    await createSchema(pool)
    const app = await assemble({ pool, config, replacements, closings })
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
  readonly replacements: Replacements
  readonly closings: (() => Promise<unknown>)[]
}

async function assemble({ pool, config, replacements, closings }: Parts): Promise<FastifyInstance> {
  const clock = replacements.clock ?? systemClock
  const { baseUrl, returnUris } = config.sso.program
  const store = postgresStore(pool, replacements.clock && { clock: replacements.clock })
  const sso = createProgramSso({
    ...{ ...config.sso, ...replacements, store },
    accounts: centralAccounts(pool, clock),
  })
  closings.push(() => sso.close())
  await sso.migrate()

  const cleaning = setInterval(() => {
    removeExpiredOldSessions(pool, clock.now()).catch(() => undefined)
  }, TEN_MINUTES).unref()
  closings.push(async () => clearInterval(cleaning))

  const { timeZone } = config
  const page = await bundlePage(baseUrl, returnUris, timeZone)
  const { clientIp } = config.sso
  return buildApp({
    ...{ sso, store, db: pool, clock, page, timeZone, isHttps: baseUrl.startsWith('https:') },
    trustedProxies:
      typeof clientIp === 'object' && 'trustedProxies' in clientIp ? clientIp.trustedProxies : [],
  })
}
