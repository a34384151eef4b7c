import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { SCHEMA } from './migrations.ts'
import { type OpenedLater, openReadiness } from './open-readiness.ts'
import { openPool } from './platform/postgres/connect.ts'
import { openPair } from './platform/postgres/replica.fixture.ts'

const OPEN: OpenedLater = {
  signer: { hasKey: async () => true, canSign: async () => true },
  sender: { available: () => true },
  hashing: { runs: () => true },
}

let database: TestDatabase
const closings: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

/** The readiness of a process with this database. */
async function readinessAt(url: string, later = OPEN, keyTokenSettings?: object) {
  const address = { kind: 'url', url } as const
  const db = openPool(address, { connections: 2, deadlineMilliseconds: 20_000, access: 'any' })
  const needs = {
    address,
    db,
    schema: SCHEMA,
    later,
    databaseDeadlineMilliseconds: 20_000,
    ...{ redisUrl: undefined, keyTokenSettings },
  }
  const readiness = openReadiness(needs)
  closings.push(() => db.close(), readiness.close)
  return readiness
}

// proves: releases-readiness
test('the primary with the schema of this release and keys that open: ready', async () => {
  const { ready, dependencies } = await (await readinessAt(database.url)).look()
  expect(ready).toBe(true)
  expect(Object.keys(dependencies)).toEqual(['database', 'schema', 'keys', 'passwords', 'mail'])
  expect(dependencies['database']).toMatchObject({ ok: true, role: 'primary' })
})

// proves: releases-readiness
test('a replica is named as one, and is not ready', async () => {
  const pair = await openPair()
  closings.push(pair.close)
  const { ready, says, dependencies } = await (await readinessAt(pair.url('', [pair.replica]))).look()
  expect([ready, says]).toEqual([false, 'Not ready because of: database, schema.'])
  expect(dependencies['database']).toMatchObject({ ok: false, role: 'replica' })
})

test('a database that does not answer has no role, and no part of its address is told', async () => {
  const report = await (await readinessAt('postgres://needle:needle@127.0.0.1:1/needle')).look()
  expect(report.ready).toBe(false)
  expect(report.dependencies['database']).toEqual({
    ok: false,
    counts: true,
    says: 'The database does not answer.',
  })
  expect(JSON.stringify(report)).not.toContain('needle')
})

// proves: releases-readiness
test('a key that signs and cannot be opened: not ready; mail that is away: ready', async () => {
  const later = {
    ...OPEN,
    signer: { ...OPEN.signer, hasKey: async () => false, canSign: async () => false },
    sender: { available: () => false },
  }
  const { says, dependencies } = await (await readinessAt(database.url, later)).look()
  expect(says).toBe('Not ready because of: keys.')
  expect(dependencies['mail']).toMatchObject({ ok: false, counts: false })
})

// proves: releases-readiness
test('a process whose token has never signed is not ready; one whose token goes away stays, because most of its answers are not signed', async () => {
  let signs = false
  const signer = { hasKey: async () => true, canSign: async () => signs }
  const readiness = await readinessAt(database.url, { ...OPEN, signer }, {})
  const told = async () => {
    const { ready, dependencies } = await readiness.look()
    return [ready, dependencies['keys']?.ok, dependencies['key-token']?.ok]
  }
  expect(await told()).toEqual([false, true, false])
  expect((await readiness.look()).says).toBe('Not ready because of: key-token.')
  signs = true
  expect(await told()).toEqual([true, true, true])
  signs = false
  expect(await told()).toEqual([true, true, false])
})

// proves: releases-readiness
test('a process that has never hashed is not ready; one that stops hashing stays, because programs need it', async () => {
  let runs = false
  const readiness = await readinessAt(database.url, { ...OPEN, hashing: { runs: () => runs } })
  const told = async () => {
    const { ready, dependencies } = await readiness.look()
    return [ready, dependencies['passwords']?.ok, dependencies['passwords']?.counts]
  }
  expect(await told()).toEqual([false, false, true])
  expect((await readiness.look()).says).toBe('Not ready because of: passwords.')
  runs = true
  expect(await told()).toEqual([true, true, false])
  runs = false
  expect(await told()).toEqual([true, false, false])
})
