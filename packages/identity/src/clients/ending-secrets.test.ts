import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { valuesOf } from '../../testing/metric-values.ts'
import { basic } from '../../testing/people.ts'
import { QUIET_LOG } from '../../testing/quiet-log.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import type { OrderedByOperator } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { LogFields } from '../platform/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import { systemRandom } from '../platform/system-random.ts'
import { addClient } from './add-client.ts'
import { createClientAuthenticator } from './authenticate-client.ts'
import { disableClient, removeClient } from './change-client.ts'
import { addClientSecret, endClientSecret, retireClientSecret } from './change-secrets.ts'
import { findClientSecrets, findSecretsWithClient, touchClientSecret } from './client-secret-store.ts'
import { listClients } from './client-store.ts'
import { findEndingSecrets } from './ending-secrets.ts'
import { noteEndedSecret } from './note-refusal.ts'
import { watchSecrets } from './watch-secrets.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let database: TestDatabase
let needs: Basics & OrderedByOperator
let clientId: string
let secretId: string
let header: string
const clock = fakeClock()
const inSeconds = (seconds: number) => plusSeconds(clock.now(), seconds)

beforeAll(async () => {
  database = await createTestDatabase()
  needs = { db: database.db, clock, random: systemRandom, by: TEST_ORDER }
})
afterAll(() => database.drop())
beforeEach(async () => {
  for (const client of await listClients(database.db)) await removeClient(needs, client.clientId)
  ;({ clientId, secretId, header } = await added('Permits'))
})

async function added(name: string) {
  const answer = await addClient(needs, {
    ...{ name, redirectUris: ['https://permits.example.test/cb'], scope: 'openid' },
    ...{ confirmation: 'first-time', tokenLimitPerMinute: null, introspectionLimitPerMinute: null },
  })
  if (!answer.ok) throw new Error(answer.refusal.refusal)
  const { client, clientSecret, secretId: id } = answer.value
  return { clientId: client.clientId, secretId: id, header: basic(client.clientId, clientSecret.reveal()) }
}

async function addSecret(expiresIn: number | null) {
  const expiresAt = expiresIn === null ? null : inSeconds(expiresIn)
  const answer = await addClientSecret(needs, clientId, { label: '', expiresAt })
  if (!answer.ok) throw new Error(answer.refusal)
  return { ...answer.value, header: basic(clientId, answer.value.clientSecret.reveal()) }
}

const endIn = (seconds: number) => endClientSecret(needs, { clientId, secretId }, inSeconds(seconds))
const refusedSecret = async () => {
  const [secret] = (await findSecretsWithClient(database.db, clientId)).filter(
    (one) => one.secretId === secretId,
  )
  if (!secret) throw new Error('No secret')
  return secret
}
const use = (ago: number) => touchClientSecret(database.db, { clientId, secretId }, inSeconds(-ago))
const ending = async () => (await findEndingSecrets(database.db, clock.now())).map((one) => one.secretId)
const eventsOf = () =>
  database.db.query<{ name: string; actor: string; details: object }>`
    select name, actor, details from audit_events
     where client_id = ${clientId} and name like 'client-secret-%' order by event_id`

describe('an end of a secret', () => {
  // proves: design-8-secret-end
  test('set later counts from then on, also where the secret is remembered', async () => {
    const clients = createClientAuthenticator({ ...needs, log: QUIET_LOG })
    const isKnown = async (memory: 'remembered' | 'fresh') => (await clients.authenticate(header, memory)).ok
    expect(await isKnown('remembered')).toBe(true)
    expect(await endIn(MINUTE)).toEqual({ ok: true, value: undefined })
    // The revision has risen, so a statement that answers the client asks again.
    expect(await clients.authenticate(header, 'fresh')).toMatchObject({ ok: true, value: { revision: 2 } })
    clock.advance(MINUTE - 1)
    expect(await isKnown('remembered')).toBe(true)
    clock.advance(1)
    expect([await isKnown('remembered'), await isKnown('fresh')]).toEqual([false, false])
  })

  test('is in the audit, with who set it and why', async () => {
    const ends = new Date((clock.now() + DAY) * 1000).toISOString()
    await endIn(DAY)
    const details = { secret: secretId, ends, reason: TEST_ORDER.reason }
    expect(await eventsOf()).toEqual([{ name: 'client-secret-end-set', actor: 'operator', details }])
  })

  test.each<[string, () => ReturnType<typeof endClientSecret>]>([
    ['expired-already', () => endIn(0)],
    ['expired-already', () => endIn(-1)],
    ['unknown-client', () => endClientSecret(needs, { clientId: 'nobody', secretId }, inSeconds(DAY))],
    ['unknown-secret', () => endClientSecret(needs, { clientId, secretId: 'none' }, inSeconds(DAY))],
    [
      'unknown-secret',
      async () => {
        const other = await added('Other')
        return endClientSecret(needs, { clientId, secretId: other.secretId }, inSeconds(DAY))
      },
    ],
  ])('that is refused as %s changes nothing', async (refusal, act) => {
    const before = await findClientSecrets(database.db, clientId)
    expect(await act()).toEqual({ ok: false, refusal })
    expect(await findClientSecrets(database.db, clientId)).toEqual(before)
    expect(await eventsOf()).toEqual([])
  })

  test('does not bring back a secret that has ended or is retired', async () => {
    const other = await addSecret(MINUTE)
    await retireClientSecret(needs, { clientId, secretId })
    clock.advance(MINUTE)
    for (const id of [secretId, other.secretId]) {
      const key = { clientId, secretId: id }
      expect(await endClientSecret(needs, key, inSeconds(DAY))).toEqual({
        ok: false,
        refusal: 'unknown-secret',
      })
    }
    expect(await retireClientSecret(needs, { clientId, secretId })).toEqual({
      ok: false,
      refusal: 'unknown-secret',
    })
    expect((await createClientAuthenticator({ ...needs, log: QUIET_LOG }).authenticate(header)).ok).toBe(
      false,
    )
  })

  test('of one secret leaves the other ones of any client', async () => {
    const [second, other] = [await addSecret(null), await added('Other')]
    await endIn(DAY)
    const ends = async (id: string) =>
      new Map((await findClientSecrets(database.db, id)).map((one) => [one.secretId, one.expiresAt]))
    expect((await ends(clientId)).get(second.secretId)).toBeNull()
    expect((await ends(other.clientId)).get(other.secretId)).toBeNull()
  })
})

describe('a secret that comes after its end', () => {
  // proves: design-8-secret-end
  test('is refused like a wrong one, and the audit says why, once an hour', async () => {
    const clients = createClientAuthenticator({ ...needs, log: QUIET_LOG })
    await endIn(MINUTE)
    await clients.authenticate(header)
    clock.advance(MINUTE)
    const [ended, wrong] = [
      await clients.authenticate(header),
      await clients.authenticate(basic(clientId, 'wrong')),
    ]
    expect(ended).toEqual(wrong)
    for (let times = 0; times < 3; times += 1) await clients.authenticate(header, 'fresh')
    const refusals = async () => (await eventsOf()).filter(({ name }) => name === 'client-secret-refused')
    const details = { secret: secretId, cause: 'ended' }
    const event = { name: 'client-secret-refused', actor: 'client', details }
    expect(await refusals()).toEqual([event])
    clock.advance(HOUR - 1)
    await clients.authenticate(header)
    expect(await refusals()).toHaveLength(1)
    clock.advance(1)
    await clients.authenticate(header)
    expect(await refusals()).toEqual([event, event])
  })

  // proves: design-8-secret-end
  test('is noted, too, when an operator has retired it: whoever has found it is seen', async () => {
    await retireClientSecret(needs, { clientId, secretId })
    expect((await createClientAuthenticator({ ...needs, log: QUIET_LOG }).authenticate(header)).ok).toBe(
      false,
    )
    expect((await eventsOf()).map(({ name }) => name)).toEqual([
      'client-secret-retired',
      'client-secret-refused',
    ])
  })

  test('is noted once by two processes at the same time, and at no other secret', async () => {
    const second = await addSecret(null)
    await endIn(MINUTE)
    clock.advance(MINUTE)
    await whileChanged(
      database,
      async (tx) => noteEndedSecret({ ...needs, db: tx }, await refusedSecret(), clock.now()),
      async () => createClientAuthenticator({ ...needs, log: QUIET_LOG }).authenticate(header),
    )
    expect((await eventsOf()).filter(({ name }) => name === 'client-secret-refused')).toHaveLength(1)
    const refusedAt = new Map(
      (await findClientSecrets(database.db, clientId)).map((one) => [one.secretId, one.refusedAt]),
    )
    expect([refusedAt.get(secretId), refusedAt.get(second.secretId)]).toEqual([clock.now(), null])
  })

  test('costs no transaction until the next hour', async () => {
    await endIn(MINUTE)
    clock.advance(MINUTE)
    let transactions = 0
    const db: Database = {
      ...database.db,
      transaction: (work) => {
        transactions += 1
        return database.db.transaction(work)
      },
    }
    const clients = createClientAuthenticator({ ...needs, db, log: QUIET_LOG })
    for (let times = 0; times < 3; times += 1) await clients.authenticate(header)
    expect(transactions).toBe(1)
  })

  test('is not noted for who has another secret, or a wrong one, or a disabled client', async () => {
    const second = await addSecret(null)
    await endIn(MINUTE)
    clock.advance(MINUTE)
    const clients = createClientAuthenticator({ ...needs, log: QUIET_LOG })
    await clients.authenticate(second.header)
    await clients.authenticate(basic(clientId, 'wrong'))
    await clients.authenticate(basic('nobody', 'wrong'))
    await disableClient(needs, clientId)
    await clients.authenticate(header)
    expect((await eventsOf()).map(({ name }) => name)).toEqual([
      'client-secret-added',
      'client-secret-end-set',
    ])
  })
})

describe('it is told in time', () => {
  test.each<[string, number, number | undefined, boolean]>([
    ['in use, and ends in two weeks', 14 * DAY, HOUR, true],
    ['in use, and ends a second later', 14 * DAY + 1, HOUR, false],
    ['used last a moment less than a week ago', DAY, 7 * DAY - 1, true],
    ['used last a week ago', DAY, 7 * DAY, false],
    ['never used', DAY, undefined, false],
  ])('a secret with another beside it: %s', async (_what, endsIn, usedAgo, isTold) => {
    await addSecret(null)
    await endIn(endsIn)
    if (usedAgo !== undefined) await use(usedAgo)
    expect(await ending()).toEqual(isTold ? [secretId] : [])
  })

  test.each<[string, () => Promise<unknown>, boolean]>([
    ['no other', async () => undefined, true],
    ['another that ends later', () => addSecret(2 * DAY), false],
    ['another without an end', () => addSecret(null), false],
    ['another that ends before', () => addSecret(HOUR), true],
  ])('a secret that nobody has used, with %s', async (_what, act, isTold) => {
    await endIn(DAY)
    await act()
    expect((await ending()).includes(secretId)).toBe(isTold)
  })

  test('a secret of another client is no other secret of this one', async () => {
    await added('Other')
    await endIn(DAY)
    expect(await ending()).toEqual([secretId])
  })

  test('a secret without an end, and one of a disabled client, are not told', async () => {
    await use(0)
    expect(await ending()).toEqual([])
    await endIn(DAY)
    await disableClient(needs, clientId)
    expect(await ending()).toEqual([])
  })

  test('a secret that has ended is told while it is still sent', async () => {
    await use(0)
    await endIn(MINUTE)
    clock.advance(MINUTE)
    expect(await ending()).toEqual([])
    await createClientAuthenticator({ ...needs, log: QUIET_LOG }).authenticate(header)
    expect(await ending()).toEqual([secretId])
    clock.advance(2 * HOUR)
    expect(await ending()).toEqual([])
  })
})

function watched() {
  const lines: [string, LogFields | undefined][] = []
  const write = (event: string, fields?: LogFields) => void lines.push([event, fields])
  const log = { info: write, warn: write, error: write }
  const watching = watchSecrets({ reads: database.db, clock, log })
  const end = async () =>
    (await valuesOf(watching.metrics, 'portico_client_secret_end_timestamp_seconds'))['']
  return { lines, watching, end }
}

// proves: design-8-secret-end
test('the log names a secret that ends once a day, and again when it has ended; the metric has its end', async () => {
  const { lines, watching, end } = watched()
  expect(await end()).toBeUndefined()
  await use(0)
  await endIn(DAY + HOUR)
  const endsAt = inSeconds(DAY + HOUR)
  const names = () => lines.map(([name]) => name)
  await watching.look()
  await watching.look()
  expect(await end()).toBe(endsAt)
  const fields = { 'portico.client_id': clientId, 'portico.secret_id': secretId }
  expect(lines).toEqual([
    ['client-secret-ends', { ...fields, 'portico.ends_at': new Date(endsAt * 1000).toISOString() }],
  ])
  clock.advance(DAY)
  await watching.look()
  expect(names()).toEqual(['client-secret-ends', 'client-secret-ends'])
  clock.advance(HOUR)
  await createClientAuthenticator({ ...needs, log: QUIET_LOG }).authenticate(header)
  await watching.look()
  expect(names()).toEqual(['client-secret-ends', 'client-secret-ends', 'client-secret-ended'])
  expect(await end()).toBe(endsAt)
  clock.advance(2 * HOUR)
  await watching.look()
  expect(await end()).toBeUndefined()
  await watching.stop()
})
