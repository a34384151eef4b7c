import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { basic } from '../../testing/people.ts'
import { QUIET_LOG } from '../../testing/quiet-log.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import type { OrderedByOperator } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { randomLettersAndDigits } from '../platform/random.ts'
import { Secret } from '../platform/secret.ts'
import { systemRandom } from '../platform/system-random.ts'
import { addNamedClient } from './add-client.ts'
import { createClientAuthenticator } from './authenticate-client.ts'
import { removeClient } from './change-client.ts'
import { handInClientSecret, retireClientSecret } from './change-secrets.ts'
import { findClientSecrets } from './client-secret-store.ts'
import { findClient } from './client-store.ts'

const PERMITS = {
  name: 'Permits',
  redirectUris: ['https://permits.example.test/cb'],
  scope: 'openid',
  confirmation: 'first-time',
  tokenLimitPerMinute: null,
  introspectionLimitPerMinute: null,
} as const

let database: TestDatabase
let needs: Basics & OrderedByOperator
let clientId: string
let count = 0
const clock = fakeClock()

beforeAll(async () => {
  database = await createTestDatabase()
  needs = { db: database.db, clock, random: systemRandom, by: TEST_ORDER }
})
afterAll(() => database.drop())
beforeEach(async () => {
  count += 1
  clientId = `permits-${count}`
  expect((await addNamedClient(needs, clientId, PERMITS)).ok).toBe(true)
})

const random = () => randomLettersAndDigits(systemRandom, 48)
const hand = (text: string, expiresAt: ReturnType<typeof plusSeconds> | null = null) =>
  handInClientSecret(needs, clientId, { label: 'autumn', expiresAt, value: new Secret(text) })
const isKnown = async (text: string) =>
  (await createClientAuthenticator({ ...needs, log: QUIET_LOG }).authenticate(basic(clientId, text))).ok
const lines = () => database.db.query<{ line: string }>`
  select to_jsonb(audit_events)::text as line from audit_events where client_id = ${clientId}`

describe('a secret that is handed in', () => {
  // proves: threat-stored-secrets
  test('works, and is nowhere but as its hash', async () => {
    const text = random()
    expect(await hand(text)).toMatchObject({
      ok: true,
      value: { secretId: expect.stringMatching(/^\w{8}$/) },
    })
    expect(await isKnown(text)).toBe(true)
    const [stored] = await findClientSecrets(database.db, clientId)
    const audit = (await lines()).map(({ line }) => line).join()
    for (const hidden of [text, stored?.secretHash.toString('hex') ?? '', text.slice(0, 12)])
      expect(audit).not.toContain(hidden)
    expect(audit).toContain('client-secret-added')
  })

  test.each([
    ['an empty one', ''],
    ['one of 39 characters', random().slice(0, 39)],
    ['one of 201 characters', random().repeat(5).slice(0, 201)],
    ['a repeated word', 'correcthorse'.repeat(4)],
    ['a repeated word with an end', `${'Tr0ub4dor-3x'.repeat(4)}Tr`],
    ['few different characters', '0123456789'.slice(0, 9).repeat(6)],
    ['a repeated word of many characters', 'Tr0ub4dor-3x'.repeat(4)],
    ['two characters in no order', 'ab'.repeat(7) + 'ba'.repeat(9) + 'aab'.repeat(5)],
    ['forty zeros', '0'.repeat(40)],
    ['a blank in it', `${random()} ${random()}`],
    ['a blank at its end', `${random()} `],
    ['a new line', `${random()}\n`],
    ['a sign that encodings change', `${random()}+/==`],
    ['a colon', `${random()}:`],
    ['letters of other scripts', 'ключ-'.repeat(10)],
    ['a sentence', 'my secret is really very long, so it must be good'],
  ])('%s is refused, and nothing is stored', async (_what, text) => {
    const refused = await hand(text)
    expect(refused).toEqual({ ok: false, refusal: 'weak-secret' })
    expect(JSON.stringify(refused)).not.toContain(text || 'nothing')
    expect(await findClientSecrets(database.db, clientId)).toEqual([])
    expect(await lines()).toHaveLength(1)
  })

  test.each([40, 64])('one of %d hexadecimal digits is taken', async (length) => {
    expect((await hand(systemRandom.bytes(length / 2).toString('hex'))).ok).toBe(true)
  })

  test('is refused a second time; also when it has ended or was retired', async () => {
    const [first, second] = [random(), random()]
    await hand(first)
    expect(await hand(first)).toEqual({ ok: false, refusal: 'known-secret' })
    const [stored] = await findClientSecrets(database.db, clientId)
    await retireClientSecret(needs, { clientId, secretId: stored?.secretId ?? '' })
    expect(await hand(first)).toEqual({ ok: false, refusal: 'ended-secret' })
    expect(await isKnown(first)).toBe(false)
    await hand(second, plusSeconds(clock.now(), 60))
    clock.advance(60)
    expect(await hand(second)).toEqual({ ok: false, refusal: 'ended-secret' })
    clock.advance(364 * 24 * 60 * 60)
    expect(await hand(first)).toEqual({ ok: false, refusal: 'ended-secret' })
  })

  test('has the refusals of every new secret', async () => {
    expect(await hand(random(), clock.now())).toEqual({ ok: false, refusal: 'expired-already' })
    const given = { label: 'a\nb', expiresAt: null, value: new Secret(random()) }
    expect(await handInClientSecret(needs, clientId, given)).toEqual({ ok: false, refusal: 'bad-label' })
    expect(await handInClientSecret(needs, 'nobody', { ...given, label: '' })).toEqual({
      ok: false,
      refusal: 'unknown-client',
    })
    for (let times = 0; times < 5; times += 1) expect((await hand(random())).ok).toBe(true)
    expect(await hand(random())).toEqual({ ok: false, refusal: 'too-many-secrets' })
  })
})

describe('a client with a chosen id', () => {
  test.each([
    '',
    'ab',
    '-permits',
    'permits-',
    'per mits',
    'per.mits',
    'pérmits',
    'a'.repeat(65),
    'a:b',
    '../x',
    'a\n',
  ])('%j is no id', async (id) => {
    expect(await addNamedClient(needs, id, PERMITS)).toMatchObject({ refusal: { refusal: 'bad-client-id' } })
  })

  test('is refused where there is one, and where its registration is wrong', async () => {
    expect(await addNamedClient(needs, clientId, PERMITS)).toMatchObject({
      refusal: { refusal: 'client-id-taken', about: clientId },
    })
    expect(await addNamedClient(needs, 'other', { ...PERMITS, redirectUris: [] })).toMatchObject({
      refusal: { refusal: 'no-redirect-uri' },
    })
    expect(await findClient(database.db, 'other')).toBeUndefined()
  })

  // proves: design-7.36-disable-ends-all
  test('begins at another revision and generation than one with the id that was removed', async () => {
    const before = await findClient(database.db, clientId)
    await removeClient(needs, clientId)
    expect((await addNamedClient(needs, clientId, PERMITS)).ok).toBe(true)
    const after = await findClient(database.db, clientId)
    for (const part of ['revision', 'generation'] as const) {
      expect(after?.[part]).not.toBe(before?.[part])
      expect(after?.[part]).toBeLessThan(2 ** 30)
      expect(after?.[part]).toBeGreaterThan(2 ** 12)
    }
  })

  test('a process that remembers the secret of the removed one does not take it for one of the new one', async () => {
    const text = random()
    await hand(text)
    const clients = createClientAuthenticator({ ...needs, log: QUIET_LOG })
    const remembered = await clients.authenticate(basic(clientId, text))
    await removeClient(needs, clientId)
    await addNamedClient(needs, clientId, PERMITS)
    const now = await findClient(database.db, clientId)
    expect(remembered.ok && remembered.value.revision === now?.revision).toBe(false)
    expect((await clients.authenticate(basic(clientId, text), 'fresh')).ok).toBe(false)
  })
})
