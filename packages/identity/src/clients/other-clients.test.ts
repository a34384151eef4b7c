import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import type { OrderedByOperator } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { systemRandom } from '../platform/system-random.ts'
import { addClient } from './add-client.ts'
import { disableClient, enableClient, removeClient, updateClient } from './change-client.ts'
import { addClientSecret, retireClientSecret } from './change-secrets.ts'
import { RETIRED } from './client-secret.ts'
import { findClientSecrets, touchClientSecret } from './client-secret-store.ts'
import { findClient, isCurrentClient } from './client-store.ts'
import { STANDARD_SCOPE } from './scope.ts'

/** Two clients of the same kind. What an operator does to one of them leaves the other one. */
let database: TestDatabase
let needs: Basics & OrderedByOperator
let one: string
let other: string
const clock = fakeClock()

beforeAll(async () => {
  database = await createTestDatabase()
  needs = { db: database.db, clock, random: systemRandom, by: TEST_ORDER }
})
beforeEach(async () => {
  ;[one, other] = [await added(), await added()]
})
afterAll(() => database.drop())

/** A client with a second secret, which ends in a minute. */
async function added(): Promise<string> {
  const answer = await addClient(needs, {
    ...{
      name: 'Parking',
      names: {},
      home: null,
      homes: {},
      redirectUris: ['https://parking.example.org/cb'],
    },
    ...{ scope: STANDARD_SCOPE, confirmation: 'first-time' },
    ...{ tokenLimitPerMinute: null, introspectionLimitPerMinute: null },
  })
  if (!answer.ok) throw new Error(answer.refusal.refusal)
  const { clientId } = answer.value.client
  await addClientSecret(needs, clientId, { label: 'soon', expiresAt: plusSeconds(clock.now(), 60) })
  return clientId
}

const stored = async (clientId: string) => [
  await findClient(needs.db, clientId),
  await findClientSecrets(needs.db, clientId),
]

test.each<[string, () => Promise<unknown>]>([
  ['changed', () => updateClient(needs, one, { name: 'Permits' })],
  ['disabled', () => disableClient(needs, one)],
  ['removed', () => removeClient(needs, one)],
  [
    'given a secret when an old one has ended',
    async () => {
      clock.advance(60)
      await addClientSecret(needs, one, { label: 'new', expiresAt: null })
    },
  ],
])('a client is %s, and the other one stays as it was', async (_what, act) => {
  const [before, others] = [await stored(one), await stored(other)]
  await act()
  expect(await stored(one)).not.toEqual(before)
  expect(await stored(other)).toEqual(others)
})

test('a client is enabled, and the other one stays disabled', async () => {
  for (const clientId of [one, other]) await disableClient(needs, clientId)
  const others = await stored(other)
  await enableClient(needs, one)
  expect((await findClient(needs.db, one))?.disabledAt).toBeNull()
  expect(await stored(other)).toEqual(others)
})

test('the use of a secret is noted at that secret, and at no other one of any client', async () => {
  const [secret] = await findClientSecrets(needs.db, one)
  const others = await stored(other)
  const secretId = secret?.secretId ?? ''
  await touchClientSecret(needs.db, { clientId: one, secretId }, clock.now())
  await touchClientSecret(needs.db, { clientId: other, secretId }, plusSeconds(clock.now(), 9))
  const used = (await findClientSecrets(needs.db, one)).map(({ lastUsedAt }) => lastUsedAt)
  expect(used).toEqual([clock.now(), null])
  expect(await stored(other)).toEqual(others)
})

test('a secret is retired, and the other ones of any client stay', async () => {
  const [secret, second] = await findClientSecrets(needs.db, one)
  const others = await stored(other)
  await retireClientSecret(needs, { clientId: one, secretId: secret?.secretId ?? '' })
  const left = await findClientSecrets(needs.db, one)
  expect(left).toContainEqual({ ...secret, expiresAt: RETIRED })
  expect(left).toContainEqual(second)
  expect(await stored(other)).toEqual(others)
})

test('a client is current with its own revision, and while it is not disabled', async () => {
  await updateClient(needs, other, { name: 'Permits' })
  const isCurrent = (revision: number) => isCurrentClient(needs.db, { clientId: one, revision })
  expect([await isCurrent(1), await isCurrent(2), await isCurrent(3)]).toEqual([false, true, false])
  expect(await isCurrentClient(needs.db, { clientId: 'nobody', revision: 2 })).toBe(false)
  await disableClient(needs, one)
  expect([await isCurrent(2), await isCurrent(3)]).toEqual([false, false])
})
