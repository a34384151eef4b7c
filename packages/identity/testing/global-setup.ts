import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedServer } from '@portico/embedded-postgres'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { MIGRATIONS } from '../src/migrations.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { systemKeyPair } from '../src/platform/system-random.ts'
import { prepareCitus } from './citus-servers.ts'
import { TEMPLATE_DATABASE, type TestServer } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
    /** Private RSA keys as PEM. */
    testKeys: readonly string[]
  }
}

interface RunningServer {
  readonly address: TestServer
  readonly keys: readonly string[]
  stop(): Promise<void>
}

/** Vitest loads this file once for each project that names it, in one process. */
const shared = globalThis as { porticoTestServer?: { users: number; server: Promise<RunningServer> } }

/** Starts the real embedded PostgreSQL once for a test run, with a migrated template for the test databases. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mine = (shared.porticoTestServer ??= { users: 0, server: start() })
  mine.users += 1
  const { address, keys, stop } = await mine.server
  project.provide('testServer', address)
  project.provide('testKeys', keys)
  return async () => {
    mine.users -= 1
    if (mine.users === 0) await stop()
  }
}

async function start(): Promise<RunningServer> {
  const citus = process.env['PORTICO_TEST_CITUS_URL']
  const keys = makeKeys()
  if (citus) return { address: await prepareCitus(citus), keys: await keys, stop: async () => undefined }
  const dataDir = await mkdtemp(join(await quickestFolder(), 'portico-test-'))
  // As root, the server runs as `nobody`, which must be able to reach its data.
  await chmod(dataDir, 0o711)
  const server = await startEmbeddedServer({ dataDir, progress: () => undefined })
  const address = { socketDir: server.socketDir, port: server.port, user: server.user, workers: [] }
  const path = `${address.socketDir}/.s.PGSQL.${address.port}`
  const admin = postgres({
    path,
    user: address.user,
    database: server.database,
    max: 1,
    onnotice: () => undefined,
  })
  await admin.unsafe(`create database ${TEMPLATE_DATABASE}`)
  await migrate({ kind: 'socket', ...address, database: TEMPLATE_DATABASE }, MIGRATIONS)
  await admin.end()
  return {
    address,
    keys: await keys,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** More than any test takes for one database, which has each key once. */
const KEYS = 24

async function makeKeys(): Promise<readonly string[]> {
  const pairs = await Promise.all(Array.from({ length: KEYS }, systemKeyPair))
  return pairs.map(({ privateKey }) => String(privateKey.export({ type: 'pkcs8', format: 'pem' })))
}

const MEMORY_FOLDER = '/dev/shm'
const MEMORY_FOLDER_BYTES = 4 * 1024 ** 3

/** Linux's folder in memory, if it has space: the data of a test need not survive a power failure. */
async function quickestFolder(): Promise<string> {
  const room = await statfs(MEMORY_FOLDER).catch(() => undefined)
  return room && room.bavail * room.bsize >= MEMORY_FOLDER_BYTES ? MEMORY_FOLDER : tmpdir()
}
