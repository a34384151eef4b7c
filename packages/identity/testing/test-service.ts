import type { OrderedByOperator } from '../src/audit/index.ts'
import { composeService, type Hears, type Service } from '../src/compose.ts'
import { readConfig } from '../src/config.ts'
import { openPools } from '../src/open-pools.ts'
import type { Foundation } from '../src/platform/foundation.ts'
import type { KeyToken } from '../src/platform/key-token.ts'
import { keyring } from '../src/platform/keyring.ts'
import type { Log, LogFields } from '../src/platform/log.ts'
import type { Database, HotDatabase } from '../src/platform/postgres/database.ts'
import { systemRandom } from '../src/platform/system-random.ts'
import type { Tracer } from '../src/platform/tracer.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type FakeClock, fakeClock } from './fake-clock.ts'
import { freePort } from './free-port.ts'
import { hotBetween } from './hot-between.ts'
import { madeKeyPair } from './key-pairs.ts'
import { TestBrowser } from './test-browser.ts'
import { TEST_ORDER } from './test-order.ts'

/** The options of a test. */
export interface TestServiceOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** The database, to run several services on one. */
  readonly database?: TestDatabase
  readonly clock?: FakeClock
  /** As in `PORTICO_SECRET_KEY`: the first key seals, all keys open. */
  readonly secretKeys?: readonly Buffer[]
  /** Puts something between the service and its database. */
  readonly between?: (db: Database) => Database
  readonly tracer?: Tracer
  readonly keyToken?: KeyToken
  /** Hears of each page that refused and shows its number. */
  readonly onRefusal?: Hears['onRefusal']
}

/** A whole service on its own database, with a clock that the test sets. */
export interface TestService {
  readonly baseUrl: string
  readonly clock: FakeClock
  readonly database: TestDatabase
  readonly foundation: Foundation & OrderedByOperator
  readonly service: Service
  /** Every log line so far, as JSON. */
  readonly logLines: readonly string[]
  browser(headers?: Readonly<Record<string, string>>): TestBrowser
  close(): Promise<void>
}

/** The secret key of tests, so that two services on one database have the same. */
export const TEST_SECRET_KEY = Buffer.alloc(32, 7)

/** What else a base URL that is not on this machine needs. The test has its own database. */
const IN_PUBLIC = {
  PORTICO_SMTP_URL: 'smtp://localhost:1',
  PORTICO_MAIL_FROM: 'Portico <no-reply@example.test>',
  PORTICO_EMBEDDED_DATABASE: 'yes-in-the-data-directory',
}

/** Starts a service that listens on a free port of this machine. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const port = await freePort()
  const baseUrl = options.environment?.['PORTICO_BASE_URL'] ?? `http://localhost:${port}`
  const config = readConfig({
    PORTICO_BASE_URL: baseUrl,
    ...(baseUrl.startsWith('https:') ? IN_PUBLIC : {}),
    ...options.environment,
  })
  const database = options.database ?? (await createTestDatabase())
  const clock = options.clock ?? fakeClock()
  const logLines: string[] = []
  const databaseDeadlineMilliseconds = 20_000
  const pools = openPools(database.address, {
    connections: 6,
    deadlineMilliseconds: databaseDeadlineMilliseconds,
    tracer: options.tracer,
  })
  const { between } = options
  const hot = (db: HotDatabase) => (between ? hotBetween(db, between) : db)
  const foundation = {
    by: TEST_ORDER,
    db: between ? between(pools.db) : pools.db,
    reads: hot(pools.reads),
    writes: hot(pools.writes),
    asyncWrites: hot(pools.asyncWrites),
    clock,
    random: systemRandom,
    makeKeyPair: madeKeyPair,
    keyring: keyring(options.secretKeys ?? [TEST_SECRET_KEY], systemRandom),
    log: recordingLog(logLines),
    keyToken: options.keyToken,
    tracer: options.tracer,
  }
  const mail = { available: () => true, wake: () => undefined }
  const service = await composeService(
    foundation,
    { ...config, hashingConcurrency: 2, databaseDeadlineMilliseconds },
    mail,
    { onRefusal: options.onRefusal },
  )
  await service.server.listen({ host: '127.0.0.1', port })
  return {
    baseUrl,
    clock,
    database,
    foundation,
    service,
    logLines,
    browser: (headers) => new TestBrowser(`http://localhost:${port}`, headers),
    async close() {
      await service.server.close()
      await service.limits.close()
      await Promise.all(Object.values(pools).map((each) => each.close()))
      if (!options.database) await database.drop()
    },
  }
}

function recordingLog(lines: string[]): Log {
  const record = (level: string) => (event: string, fields?: LogFields) =>
    void lines.push(JSON.stringify({ level, event, ...fields }))
  return { info: record('info'), warn: record('warn'), error: record('error') }
}

/** The port of a service. */
export function portOf({ service }: Pick<TestService, 'service'>): number {
  const address = service.server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The service does not listen')
  return address.port
}

/** A service with the address where it listens, which is not its public address. */
export function onPort(service: TestService): TestService {
  return { ...service, baseUrl: `http://localhost:${portOf(service)}` }
}
