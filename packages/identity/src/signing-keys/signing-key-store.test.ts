import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { unixSeconds } from '../platform/clock.ts'
import {
  deleteSigningKeys,
  findSigningKeys,
  insertSigningKey,
  withdrawOtherKeys,
} from './signing-key-store.ts'

let database: TestDatabase
const at = (seconds: number) => unixSeconds(1_800_000_000 + seconds)

beforeAll(async () => {
  database = await createTestDatabase()
  for (const kid of ['first', 'second', 'third'])
    await insertSigningKey(database.db, {
      ...{
        kid,
        publicJwk: { kty: 'RSA', kid, alg: 'RS256', use: 'sig', n: 'AQAB', e: 'AQAB' },
        sealedPrivate: Buffer.alloc(8),
      },
      ...{ createdAt: at(0), signsFrom: at(kid === 'first' ? 0 : 1), publishedUntil: null },
    })
})
afterAll(() => database.drop())

test('every key but one is withdrawn; one that was withdrawn before is not withdrawn later, and one is deleted alone', async () => {
  const until = async () =>
    Object.fromEntries((await findSigningKeys(database.db)).map((key) => [key.kid, key.publishedUntil]))
  await withdrawOtherKeys(database.db, 'first', at(10))
  expect(await until()).toEqual({ first: null, second: at(10), third: at(10) })
  await withdrawOtherKeys(database.db, 'third', at(20))
  expect(await until()).toEqual({ first: at(20), second: at(10), third: at(10) })
  await deleteSigningKeys(database.db, ['second'])
  expect(await until()).toEqual({ first: at(20), third: at(10) })
})
