import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { basic } from '../../testing/people.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import type { OrderedByOperator } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { LogFields } from '../platform/log.ts'
import { systemRandom } from '../platform/system-random.ts'
import { addClient } from './add-client.ts'
import { createClientAuthenticator } from './authenticate-client.ts'
import { disableClient, removeClient } from './change-client.ts'
import { retireClientSecret } from './change-secrets.ts'
import { findSecretsWithClient, touchClientSecret } from './client-secret-store.ts'
import { findClient, listClients } from './client-store.ts'
import { noteWrongSecret } from './note-refusal.ts'
import { watchSecrets } from './watch-secrets.ts'
import { findWrongSecrets } from './wrong-secrets.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

let database: TestDatabase
let needs: Basics & OrderedByOperator
const clock = fakeClock()

beforeAll(async () => {
  database = await createTestDatabase()
  needs = { db: database.db, clock, random: systemRandom, by: TEST_ORDER }
})
afterAll(() => database.drop())
beforeEach(async () => {
  for (const client of await listClients(database.db)) await removeClient(needs, client.clientId)
  await database.db.query`delete from audit_events`
})

async function added(name = 'Permits') {
  const answer = await addClient(needs, {
    ...{ name, redirectUris: ['https://permits.example.test/cb'], scope: 'openid' },
    ...{ confirmation: 'first-time', tokenLimitPerMinute: null, introspectionLimitPerMinute: null },
  })
  if (!answer.ok) throw new Error(answer.refusal.refusal)
  const { client, clientSecret, secretId } = answer.value
  const { clientId } = client
  return {
    clientId,
    secretId,
    right: basic(clientId, clientSecret.reveal()),
    wrong: basic(clientId, 'wrong'),
  }
}

const come = async (header: string) => (await createClientAuthenticator(needs).authenticate(header)).ok
const wrongs = async () => (await findWrongSecrets(database.db)).map(({ clientId }) => clientId)
const events = async () =>
  (
    await database.db.query<{ client: string }>`
      select client_id as client from audit_events where name = 'wrong-client-secret' order by event_id`
  ).map(({ client }) => client)
/** The note is written after the answer. */
const isNoted = (times: number) => expect.poll(events).toHaveLength(times)

// proves: design-8-wrong-secret
describe('a secret that a program does not have', () => {
  test('is noted once an hour for each program, and says nothing about the other ones', async () => {
    const [one, other] = [await added(), await added('Other')]
    expect(await come(one.wrong)).toBe(false)
    await isNoted(1)
    expect(await wrongs()).toEqual([one.clientId])
    clock.advance(HOUR - 1)
    expect(await come(one.wrong)).toBe(false)
    expect(await come(other.wrong)).toBe(false)
    await isNoted(2)
    clock.advance(1)
    expect(await come(one.wrong)).toBe(false)
    await isNoted(3)
    expect(await events()).toEqual([one.clientId, other.clientId, one.clientId])
  })

  test('is outweighed by a right one afterwards, and outweighs one before', async () => {
    const { clientId, right, wrong } = await added()
    expect(await come(right)).toBe(true)
    await expect.poll(async () => (await findSecretsUsed(clientId)).length).toBe(1)
    clock.advance(1)
    await come(wrong)
    await expect.poll(wrongs).toEqual([clientId])
    clock.advance(MINUTE)
    expect(await come(right)).toBe(true)
    await expect.poll(wrongs).toEqual([])
  })

  test('is outweighed by a right one of the same second, also of another secret that is retired since', async () => {
    const { clientId, secretId, wrong } = await added()
    await come(wrong)
    await isNoted(1)
    await touchClientSecret(database.db, { clientId, secretId }, clock.now())
    await retireClientSecret(needs, { clientId, secretId })
    expect(await wrongs()).toEqual([])
  })

  test('is noted once by two processes at the same time', async () => {
    const { clientId, wrong } = await added()
    const [client] = await findSecretsWithClient(database.db, clientId)
    if (!client) throw new Error('No secret')
    await whileChanged(
      database,
      async (tx) => noteWrongSecret({ ...needs, db: tx }, client, clock.now()),
      async () => noteWrongSecret(needs, client, clock.now()),
    )
    expect(await come(wrong)).toBe(false)
    expect(await events()).toEqual([clientId])
  })

  test('changes nothing that a process remembers of its client', async () => {
    const { clientId, wrong, right } = await added()
    const before = await findClient(database.db, clientId)
    await come(wrong)
    await isNoted(1)
    expect(await findClient(database.db, clientId)).toEqual(before)
    expect(await come(right)).toBe(true)
  })

  test('of a program that is disabled, and of one that nobody has, is not noted', async () => {
    const [{ clientId, wrong }, other] = [await added(), await added('Other')]
    await disableClient(needs, clientId)
    const [client] = await findSecretsWithClient(database.db, clientId)
    expect([await come(wrong), await come(basic('nobody', 'wrong')), await come(other.wrong)]).toEqual([
      ...[false, false, false],
    ])
    await isNoted(1)
    if (client) await noteWrongSecret(needs, { ...client, disabledAt: null }, clock.now())
    expect([await events(), await wrongs()]).toEqual([[other.clientId], [other.clientId]])
    await disableClient(needs, other.clientId)
    expect(await wrongs()).toEqual([])
  })

  test('is refused at once while the note cannot be written', async () => {
    const { wrong, right } = await added()
    const db = { ...database.db, transaction: () => Promise.reject(new Error('down')) }
    const clients = createClientAuthenticator({ ...needs, db })
    expect((await clients.authenticate(wrong)).ok).toBe(false)
    expect((await clients.authenticate(right)).ok).toBe(true)
    expect(await events()).toEqual([])
  })

  test('is in the log once a day while it goes on, and no longer when it has stopped', async () => {
    const { clientId, wrong } = await added()
    const told: (readonly [string, LogFields | undefined])[] = []
    const error = (name: string, fields?: LogFields) => void told.push([name, fields])
    const log = { info() {}, warn() {}, error }
    const { look } = watchSecrets({ reads: database.db, clock, log })
    await come(wrong)
    await isNoted(1)
    await look()
    clock.advance(HOUR)
    await look()
    expect(told).toEqual([['client-secret-wrong', { 'portico.client_id': clientId }]])
    clock.advance(23 * HOUR)
    await look()
    expect(told).toHaveLength(1)
    await come(wrong)
    await isNoted(2)
    await look()
    expect(told).toHaveLength(2)
  })
})

async function findSecretsUsed(clientId: string) {
  return database.db.query`
    select 1 as used from client_secrets where client_id = ${clientId} and last_used_at is not null`
}

test('an instant of a note is the second of it', async () => {
  const { clientId, wrong } = await added()
  await come(wrong)
  await isNoted(1)
  clock.advance(HOUR)
  expect(await findWrongSecrets(database.db)).toEqual([
    { clientId, name: 'Permits', wrongSecretAt: plusSeconds(clock.now(), -HOUR) },
  ])
})
