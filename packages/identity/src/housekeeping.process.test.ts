// Takes over 10 s: two processes of the service start, and each begins its first purge after five seconds.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'
import { fillTables } from '../testing/crowd.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { inherited } from '../testing/inherited.ts'
import { testOnOneServer } from '../testing/one-server.ts'

const PROGRAM = fileURLToPath(new URL('./command/portico.ts', import.meta.url))
const EXPIRED = 2_000
const LIVING = 500
const MONTH_SECONDS = 30 * 24 * 60 * 60

let database: TestDatabase
let folder: string
const started: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portico-purge-'))
  const nowSeconds = Math.floor(Date.now() / 1000)
  await fillTables(database, {
    citizens: EXPIRED,
    nowSeconds: nowSeconds - MONTH_SECONDS,
    clientId: 'permits',
  })
  await database.db.query`
    insert into access_tokens (citizen_id, token_hash, grant_id, client_id, session_id, security_version, scope, issued_at, expires_at)
    select gen_random_uuid(), sha256(n::text::bytea), gen_random_uuid(), 'permits', gen_random_uuid(), 1, 'living',
           to_timestamp(${nowSeconds}), to_timestamp(${nowSeconds + MONTH_SECONDS})
      from generate_series(1, ${LIVING}::int) as n`
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function startService(): Promise<ChildProcess> {
  const port = String(await freePort())
  const env = {
    ...inherited(),
    PORTICO_PORT: port,
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_DATA_DIR: folder,
    PORTICO_DATABASE_URL: database.url,
    PORTICO_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    PORTICO_MAILBOX_PORT: '0',
  }
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: 'ignore' })
  started.push(child)
  return child
}

async function count() {
  const [rows] = await database.db.query<{ tokens: number; living: number }>`
    select count(*) filter (where scope <> 'living')::int as tokens, count(*) filter (where scope = 'living')::int as living
      from access_tokens`
  const [grants] = await database.db.query<{ grants: number }>`select count(*)::int as grants from grants`
  return { ...rows, ...grants }
}

// proves: growth-purge-keeps-up
testOnOneServer(
  'a process that is killed amid a purge loses no living row, and the next one goes on',
  async () => {
    await database.db.transaction(async (tx) => {
      await tx.query`lock table grants in access exclusive mode`
      const killed = await startService()
      const expired = () => tx.query`select 1 from access_tokens where scope <> 'living' limit 1`
      await expect.poll(expired, { timeout: 30_000 }).toEqual([])
      const waits = () => tx.query`
      select 1 from pg_locks where relation = 'grants'::regclass and not granted`
      await expect.poll(async () => (await waits()).length, { timeout: 30_000 }).toBeGreaterThan(0)
      const ended = once(killed, 'close')
      killed.kill('SIGKILL')
      await ended
    })
    expect(await count()).toMatchObject({ tokens: 0, living: LIVING })
    await startService()
    await expect.poll(count, { timeout: 30_000 }).toEqual({ tokens: 0, living: LIVING, grants: 0 })
  },
)
