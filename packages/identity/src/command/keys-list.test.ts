import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { keyring } from '../platform/keyring.ts'
import { systemRandom } from '../platform/system-random.ts'
import { sealingContext } from '../signing-keys/signing-key.ts'
import { portico, settingsFor, TEST_SECRET_KEY } from './portico.fixture.ts'

const OTHER_KEY = Buffer.alloc(32, 9).toString('base64')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const list = async (more: Record<string, string> = {}) => {
  const settings = { ...settingsFor(database), ...more }
  const [table, asked] = [
    await portico(settings, ['keys', 'list']),
    await portico(settings, ['keys', 'list', '--json']),
  ]
  expect([table.exitCode, table.err]).toEqual([0, ''])
  const keptIn = asked.json<readonly { readonly kept_in: string | null }[]>().map((key) => key.kept_in)
  return { table: table.out, keptIn }
}

test('the list of keys says where each is kept, also without the settings of the token', async () => {
  expect(await list()).toEqual({
    table: 'There is no key yet: the service makes one when it starts.',
    keptIn: [],
  })
  await portico(settingsFor(database), ['keys', 'rotate', '--reason', 'the first'])
  const inDatabase = await list()
  expect(inDatabase.keptIn).toEqual(inDatabase.keptIn.map(() => 'database'))
  expect(inDatabase.table).not.toContain('KEPT IN')

  const [stored] = await database.db.query<{ kid: string }>`
    select kid from signing_keys order by created_at, kid limit 1`
  const kid = stored?.kid ?? ''
  const uri = Buffer.from('pkcs11:token=portico;object=first')
  const sealed = keyring([Buffer.from(TEST_SECRET_KEY, 'base64')], systemRandom).seal(
    uri,
    sealingContext(kid),
  )
  await database.db.query`update signing_keys set sealed_private = ${sealed} where kid = ${kid}`
  const inToken = await list()
  expect(inToken.keptIn.toSorted()).toEqual(
    inDatabase.keptIn.map((_, at, all) => (at === all.length - 1 ? 'token' : 'database')),
  )
  expect(inToken.table).toMatch(/KEPT IN/)
  expect(inToken.table).toMatch(new RegExp(`${kid} .*token`))

  const unopened = await list({ PORTICO_SECRET_KEY: OTHER_KEY })
  expect(unopened.keptIn).toEqual(inDatabase.keptIn.map(() => null))
  expect(unopened.table).toContain('not known: other secret key')
})
