import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { madeKeyPair } from '../../testing/key-pairs.ts'
import { postLetter } from '../mail/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { keyring } from '../platform/keyring.ts'
import { randomUuid } from '../platform/random.ts'
import { Secret } from '../platform/secret.ts'
import { systemRandom } from '../platform/system-random.ts'
import { ensureSigningKey } from '../signing-keys/index.ts'
import { examineOldKeys } from './examine-old-keys.ts'

const [NEW, OLD, OLDER] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2), Buffer.alloc(32, 3)] as const
const clock = fakeClock()

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const under = (key: Buffer) => ({
  db: database.db,
  clock,
  random: systemRandom,
  makeKeyPair: madeKeyPair,
  keyring: keyring([key], systemRandom),
})

function post(key: Buffer): Promise<unknown> {
  const link = new Secret('http://localhost/register/confirm/?link=pgl_x')
  const envelope = {
    to: { name: 'Ada', address: 'ada@example.org' },
    language: 'en',
    expiresAt: plusSeconds(clock.now(), 60),
  }
  return postLetter(under(key), { kind: 'registration', link }, envelope)
}

// proves: seeing-doctor
test('an older key that sealed a signing key or letters is still needed, and one that sealed nothing is not', async () => {
  await ensureSigningKey(under(OLD))
  await post(OLD)
  await post(OLD)
  const found = await examineOldKeys([NEW, OLD, OLDER], database.db)
  expect(found.map(({ state, says }) => [state, says.split(':')[0]])).toEqual([
    ['ok', 'key 2 of 3 is still needed'],
    ['ok', 'key 3 of 3 opens nothing that is stored'],
  ])
  expect(found[0]?.says).toContain('it sealed 1 signing key and 2 letters')
})

test('the first key is not an older one, whatever it sealed', async () => {
  await ensureSigningKey(under(NEW))
  await post(NEW)
  expect(await examineOldKeys([NEW], database.db)).toEqual([])
})

test('a letter whose key is gone is told, with what to do', async () => {
  await post(OLD)
  expect(await examineOldKeys([NEW], database.db)).toMatchObject([
    {
      check: 'Letters',
      state: 'wrong',
      says: expect.stringMatching(/^1 letter cannot/),
      mend: expect.stringContaining('new,old'),
    },
  ])
})

test('no key and no name of a key is told', async () => {
  await post(OLD)
  const told = JSON.stringify(await examineOldKeys([NEW, OLD], database.db))
  for (const key of [NEW, OLD])
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(told).not.toContain(key.toString(encoding))
})

test('an app for codes keeps the key that sealed it needed, and is told where that key is gone', async () => {
  const id = randomUuid(systemRandom)
  const sealed = keyring([OLD], systemRandom).seal(Buffer.alloc(20), `authenticator ${id} ${id}`)
  await database.db.query`
    insert into authenticators (citizen_id, authenticator_id, sealed_secret, name, last_step, created_at)
    values (${id}, ${id}, ${sealed}, 'Phone', 1, to_timestamp(${clock.now()}))`
  const [kept] = await examineOldKeys([NEW, OLD], database.db)
  expect(kept?.says).toContain('it sealed 1 app for codes')
  expect(await examineOldKeys([NEW], database.db)).toMatchObject([{ state: 'wrong', check: 'Codes' }])
})
