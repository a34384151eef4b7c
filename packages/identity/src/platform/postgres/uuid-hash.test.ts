import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { randomUuid, uuidFromBytes } from '../random.ts'
import { systemRandom } from '../system-random.ts'
import { hashUuid } from './uuid-hash.ts'
import { arrayOf } from './values.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** No bit, every bit, and each bit alone, set and unset. */
const EDGES = [0x00, 0xff].flatMap((all) => [
  Buffer.alloc(16, all),
  ...Array.from({ length: 128 }, (_, bit) => {
    const bytes = Buffer.alloc(16, all)
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return bytes
  }),
])

// proves: citus-nearest
test.each([
  ['edges', EDGES.map(uuidFromBytes)],
  ['random ids', Array.from({ length: 5_000 }, () => randomUuid(systemRandom))],
  ['random bytes', Array.from({ length: 5_000 }, () => uuidFromBytes(systemRandom.bytes(16)))],
])('the hash of a citizen is that of PostgreSQL: %s', async (_name, uuids) => {
  const rows = await database.db.query<{ uuid: string; hash: number }>`
    select uuid, uuid_hash(uuid) as hash from unnest(${arrayOf(uuids)}::uuid[]) as uuid`
  expect(rows).toHaveLength(uuids.length)
  expect(rows.filter(({ uuid, hash }) => hashUuid(uuid) !== hash)).toEqual([])
})
