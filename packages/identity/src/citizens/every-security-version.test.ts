import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { isDistributed } from '../../testing/one-server.ts'
import { addCitizen } from '../../testing/people.ts'
import type { Database } from '../platform/postgres/database.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { setEverySecurityVersion } from './citizen-store.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** How many rows of citizens this connection has changed, those of former transactions too. */
async function rowsWritten(tx: Database): Promise<number> {
  const [row] = await tx.query<{ rows: number }>`
    select n_tup_upd::int as rows from pg_stat_xact_user_tables where relid = 'citizens'::regclass`
  return row?.rows ?? 0
}

test.each([
  [0, 2, []],
  [1, 2, [1]],
  [5, 2, [2, 4, 5]],
  [5, 5, [5]],
  [5, 9, [5]],
])('every one of %i citizens gets the version, %i at a time', async (people, most, batches) => {
  const { db } = database
  await db.query`delete from login_emails`
  await db.query`delete from citizens`
  const service = { foundation: { db, clock: systemClock, random: systemRandom } }
  for (let made = 0; made < people; made += 1) await addCitizen(service, { securityVersion: made + 1 })
  const said: number[] = []
  const written = await db.transaction(async (tx) => {
    const before = await rowsWritten(tx)
    await setEverySecurityVersion(tx, 900, { most, onBatch: (citizens) => void said.push(citizens) })
    return (await rowsWritten(tx)) - before
  })
  expect(said).toEqual(batches)
  // Each row is written once, and not again with each batch behind it.
  if (!isDistributed) expect(written).toBe(people)
  const versions = await db.query<{ version: number }>`select security_version as version from citizens`
  expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: people }, () => 900))
})
