import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addCitizen } from '../../testing/people.ts'
import { keyring, sealingKeyId } from '../platform/keyring.ts'
import { randomUuid } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'
import { countHashesByKey } from './foreign-store.ts'
import { findOtherHashes } from './reseal-hashes.ts'
import { sealHash } from './stored-hash.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const FORMER = Buffer.alloc(32, 1)
const PRESENT = Buffer.alloc(32, 2)

/** An account whose hash a key has sealed, or that has a hash of this service. */
async function add(sealedBy?: Buffer): Promise<string> {
  const foundation = { db: database.db, clock: fakeClock(), random: systemRandom }
  const citizenId = randomUuid(systemRandom)
  const hash = sealedBy && {
    passwordHash: sealHash(keyring([sealedBy], systemRandom), citizenId, 'a hash'),
  }
  return (await addCitizen({ foundation }, { citizenId, ...hash })).citizenId
}

test('hashes are found that another key has sealed, page by page, and counted by their keys; no other account is', async () => {
  const former = [await add(FORMER), await add(FORMER), await add(FORMER)].toSorted()
  await add(PRESENT)
  await add()
  const keyId = sealingKeyId(PRESENT)
  const found: string[] = []
  for (let after = ''; found.length < 10; ) {
    const page = await findOtherHashes(database.db, { keyId, after, most: 2 })
    found.push(...page.map(({ place }) => place))
    const last = page.at(-1)
    if (!last) break
    after = last.place
  }
  expect(found).toEqual(former)
  const counted = await countHashesByKey(database.db)
  expect(counted.toSorted((one, other) => one.count - other.count)).toEqual([
    { keyId: keyId.toString('hex'), count: 1 },
    { keyId: sealingKeyId(FORMER).toString('hex'), count: 3 },
  ])
})
