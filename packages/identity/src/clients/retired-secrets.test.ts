import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { basic } from '../../testing/people.ts'
import { QUIET_LOG } from '../../testing/quiet-log.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import type { OrderedByOperator } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { systemRandom } from '../platform/system-random.ts'
import { addClient } from './add-client.ts'
import { createClientAuthenticator } from './authenticate-client.ts'
import { addClientSecret, endClientSecret, handInClientSecret, retireClientSecret } from './change-secrets.ts'
import { findClientSecrets } from './client-secret-store.ts'

const HOUR = 60 * 60

let database: TestDatabase
const clock = fakeClock()
/** A machine whose clock differs by so many seconds. */
const machine = (seconds: number): Basics & OrderedByOperator => ({
  ...{ db: database.db, random: systemRandom, by: TEST_ORDER },
  clock: {
    now: () => plusSeconds(clock.now(), seconds),
    nowMilliseconds: () => clock.nowMilliseconds(),
  },
})

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function added() {
  const answer = await addClient(machine(0), {
    ...{ name: 'Permits', redirectUris: ['https://permits.example.test/cb'], scope: 'openid' },
    ...{ confirmation: 'first-time', tokenLimitPerMinute: null, introspectionLimitPerMinute: null },
  })
  if (!answer.ok) throw new Error(answer.refusal.refusal)
  const { client, clientSecret, secretId } = answer.value
  const { clientId } = client
  return { key: { clientId, secretId }, clientSecret, header: basic(clientId, clientSecret.reveal()) }
}

const isAccepted = async (service: Basics, header: string, memory: 'remembered' | 'fresh') =>
  (await createClientAuthenticator({ ...service, log: QUIET_LOG }).authenticate(header, memory)).ok

// proves: threat-retired-secret-remembered
test.each([
  ['a command an hour ahead', HOUR, 0],
  ['a service an hour behind', 0, -HOUR],
  ['both', HOUR, -HOUR],
  ['a service at the beginning of its clock', 0, 1 - clock.now()],
])('a retired secret is refused at once: %s', async (_what, ahead, behind) => {
  const { key, header } = await added()
  const service = machine(behind)
  const clients = createClientAuthenticator({ ...service, log: QUIET_LOG })
  expect((await clients.authenticate(header)).ok).toBe(true)
  expect((await retireClientSecret(machine(ahead), key)).ok).toBe(true)
  expect((await clients.authenticate(header, 'fresh')).ok).toBe(false)
  expect(await isAccepted(service, header, 'remembered')).toBe(false)
})

test('a secret that would end is retired all the same, also where it has ended by the clock of the command', async () => {
  const { key, header } = await added()
  expect((await endClientSecret(machine(0), key, plusSeconds(clock.now(), 60))).ok).toBe(true)
  expect((await retireClientSecret(machine(HOUR), key)).ok).toBe(true)
  expect(await isAccepted(machine(0), header, 'fresh')).toBe(false)
})

test('a retired secret is retired once, gets no other end, and is not handed in again after years', async () => {
  const { key, clientSecret } = await added()
  await retireClientSecret(machine(0), key)
  const no = { ok: false, refusal: 'unknown-secret' }
  expect(await retireClientSecret(machine(-HOUR), key)).toEqual(no)
  expect(await endClientSecret(machine(-HOUR), key, plusSeconds(clock.now(), HOUR))).toEqual(no)
  clock.advance(1000 * 24 * HOUR)
  await addClientSecret(machine(0), key.clientId, { label: '', expiresAt: null })
  const again = { label: '', expiresAt: null, value: clientSecret }
  expect(await handInClientSecret(machine(0), key.clientId, again)).toEqual({
    ok: false,
    refusal: 'ended-secret',
  })
  expect((await findClientSecrets(database.db, key.clientId)).map(({ secretId }) => secretId)).toContain(
    key.secretId,
  )
})
