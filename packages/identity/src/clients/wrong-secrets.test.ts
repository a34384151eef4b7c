import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addProgram, basic } from '../../testing/people.ts'
import { QUIET_LOG } from '../../testing/quiet-log.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import type { OrderedByOperator } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { LogFields } from '../platform/log.ts'
import { systemRandom } from '../platform/system-random.ts'
import { createClientAuthenticator } from './authenticate-client.ts'
import { disableClient, removeClient } from './change-client.ts'
import { retireClientSecret } from './change-secrets.ts'
import { findSecretsWithClient, touchClientSecret } from './client-secret-store.ts'
import { findClient, listClients } from './client-store.ts'
import { isWorthNoting, noteWrongSecret, wronglyNamed } from './note-refusal.ts'
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
  const { clientId, basic: right } = await addProgram({ foundation: needs }, { name })
  return { clientId, right, wrong: basic(clientId, 'wrong') }
}

const oneProcess = (changes: Partial<Parameters<typeof createClientAuthenticator>[0]> = {}) =>
  createClientAuthenticator({ ...needs, log: QUIET_LOG, ...changes })
const come = async (header: string) => (await oneProcess().authenticate(header)).ok
const wrongs = async () => (await findWrongSecrets(database.db, clock.now())).map(({ clientId }) => clientId)
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
    await isUsed(clientId)
    clock.advance(MINUTE + 1)
    await come(wrong)
    await expect.poll(wrongs).toEqual([clientId])
    expect(await come(right)).toBe(true)
    await expect.poll(wrongs).toEqual([])
  })

  test('is outweighed by a right one of the same second, also of another secret that is retired since', async () => {
    const { clientId, wrong } = await added()
    const [secret] = await findSecretsWithClient(database.db, clientId)
    if (!secret) throw new Error('No secret')
    await come(wrong)
    await isNoted(1)
    await touchClientSecret(database.db, secret, clock.now())
    await retireClientSecret(needs, secret)
    expect(await wrongs()).toEqual([])
  })

  test('is noted once by two processes at the same time', async () => {
    const { clientId, wrong } = await added()
    const client = await named(clientId)
    await whileChanged(
      database,
      async (tx) => noteWrongSecret({ ...needs, db: tx }, client, { now: clock.now() }),
      async () => noteWrongSecret(needs, client, { now: clock.now() }),
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
    const client = await named(clientId)
    expect([await come(wrong), await come(basic('nobody', 'wrong')), await come(other.wrong)]).toEqual([
      ...[false, false, false],
    ])
    await isNoted(1)
    await noteWrongSecret(needs, { ...client, disabledAt: null }, { now: clock.now() })
    expect([await events(), await wrongs()]).toEqual([[other.clientId], [other.clientId]])
    await disableClient(needs, other.clientId)
    expect(await wrongs()).toEqual([])
  })

  test('is refused at once while the note cannot be written', async () => {
    const { wrong, right } = await added()
    const db = { ...database.db, transaction: () => Promise.reject(new Error('down')) }
    const clients = oneProcess({ db })
    expect((await clients.authenticate(wrong)).ok).toBe(false)
    expect((await clients.authenticate(right)).ok).toBe(true)
    expect(await events()).toEqual([])
  })

  test('is in the log once a day while it goes on, and no longer when it has stopped', async () => {
    const { clientId, wrong } = await added()
    const told: (readonly [string, LogFields | undefined])[] = []
    const warn = (name: string, fields?: LogFields) => void told.push([name, fields])
    const log = { ...QUIET_LOG, warn }
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

/** What somebody knows who reads the secrets of a program. */
async function named(clientId: string) {
  const client = wronglyNamed(await findSecretsWithClient(database.db, clientId))
  if (!client) throw new Error('No secret')
  return client
}

/** Comes with a wrong secret, and waits for the note. Returns whether it said anything new. */
async function isNotedNow(clientId: string) {
  const client = await named(clientId)
  const before = (await events()).length
  await noteWrongSecret(needs, client, { now: clock.now() })
  const isNew = (await events()).length > before
  expect(isWorthNoting(client, clock.now())).toBe(isNew)
  return isNew
}

const lastUsed = async (clientId: string) => (await named(clientId)).lastRightAt
const isUsed = (clientId: string, at = clock.now()) => expect.poll(() => lastUsed(clientId)).toBe(at)

// proves: design-8-wrong-secret
describe('a right secret', () => {
  test('that a process remembers outweighs a wrong one since it was last noted, also before it is noted again', async () => {
    const { clientId, right, wrong } = await added()
    const clients = oneProcess()
    const usedAt = clock.now()
    await clients.authenticate(right)
    await isUsed(clientId)
    clock.advance(MINUTE - 1)
    await come(wrong)
    await isNoted(1)
    expect((await clients.authenticate(right)).ok).toBe(true)
    expect([await lastUsed(clientId), await wrongs()]).toEqual([usedAt, []])
  })

  test('is followed by a wrong one that is noted again, without waiting for an hour', async () => {
    const { clientId, right } = await added()
    await come(right)
    await isUsed(clientId)
    expect([await isNotedNow(clientId), await wrongs()]).toEqual([true, []])
    clock.advance(MINUTE)
    expect([await isNotedNow(clientId), await wrongs()]).toEqual([false, []])
    clock.advance(1)
    expect([await isNotedNow(clientId), await wrongs()]).toEqual([true, [clientId]])
    clock.advance(HOUR - 1)
    expect(await isNotedNow(clientId)).toBe(false)
    expect(await events()).toEqual([clientId, clientId])
  })

  test('that comes all the time leaves a note an hour of the wrong ones between', async () => {
    const { clientId, right, wrong } = await added()
    const clients = oneProcess()
    for (let minute = 0; minute < 60; minute += 1) {
      await clients.authenticate(right)
      await isUsed(clientId)
      clock.advance(MINUTE / 2)
      await clients.authenticate(wrong)
      clock.advance(MINUTE / 2)
    }
    await isNoted(1)
    expect(await wrongs()).toEqual([])
  })

  test('is told with a wrong one after it, and none where there was none', async () => {
    const [one, other] = [await added(), await added('Other')]
    const usedAt = clock.now()
    await come(one.right)
    await isUsed(one.clientId)
    clock.advance(HOUR)
    await come(one.wrong)
    await isNoted(1)
    clock.advance(1)
    await come(other.wrong)
    await isNoted(2)
    expect(await findWrongSecrets(database.db, clock.now())).toEqual([
      { clientId: one.clientId, name: 'Permits', wrongSecretAt: usedAt + HOUR, lastRightAt: usedAt },
      { clientId: other.clientId, name: 'Other', wrongSecretAt: usedAt + HOUR + 1, lastRightAt: null },
    ])
  })
})

describe('a note', () => {
  test('names the request, and nobody who has proven anything', async () => {
    const { clientId, wrong } = await added()
    const request = { address: '192.0.2.7', requestId: 'r-1', cookie: 'x' }
    await oneProcess().authenticate(wrong, 'remembered', request)
    await isNoted(1)
    const [event] = await database.db.query`
      select actor, address, request_id as "requestId", client_id as "clientId", details from audit_events where name = 'wrong-client-secret'`
    expect(event).toEqual({
      ...{ actor: 'anonymous', address: '192.0.2.7', requestId: 'r-1', clientId, details: {} },
    })
  })

  test('of a clock that ran ahead does not count, and is replaced', async () => {
    const { clientId } = await added()
    const note = async (ahead: number) => database.db.query`
      update clients set wrong_secret_at = to_timestamp(${clock.now() + ahead}) where client_id = ${clientId}`
    await note(1)
    expect(await wrongs()).toEqual([])
    await note(MINUTE)
    expect([await isNotedNow(clientId), await events(), await wrongs()]).toEqual([false, [], []])
    await note(MINUTE + 1)
    expect([await isNotedNow(clientId), await events(), await wrongs()]).toEqual([
      ...[true, [clientId], [clientId]],
    ])
  })

  test('that waits holds one connection, however many wrong secrets come', async () => {
    const named = [await added(), await added('Two'), await added('Three'), await added('Four')]
    const clients = oneProcess()
    await database.db.transaction(async (tx) => {
      await tx.query`select client_id as held from clients for update`
      const sixty = Array.from({ length: 15 }, () => named.map(({ wrong }) => wrong)).flat()
      const answers = await Promise.all(sixty.map((wrong) => clients.authenticate(wrong)))
      expect(answers.filter(({ ok }) => ok)).toEqual([])
      await expect.poll(database.isSomebodyWaiting).toBe(true)
      const free = await database.db.transaction(async (open) => open.query`select 1 as free`)
      expect([free, await waiting()]).toEqual([[{ free: 1 }], 1])
    })
    await isNoted(1)
  })

  test('is tried again after a minute, whether it failed or not, and the log has the first failure alone', async () => {
    const [one, other] = [await added(), await added('Other')]
    const tried: number[] = []
    const told: unknown[] = []
    const warn = (name: string, fields?: LogFields) => void told.push([name, fields])
    let isDown = true
    const transaction: typeof database.db.transaction = async (work) => {
      tried.push(clock.now())
      if (isDown) throw new Error('down')
      return database.db.transaction(work)
    }
    const clients = oneProcess({ db: { ...database.db, transaction }, log: { ...QUIET_LOG, warn } })
    const begin = clock.now()
    for (const seconds of [0, 0, MINUTE - 1, 1, MINUTE]) {
      clock.advance(seconds)
      await clients.authenticate(one.wrong)
    }
    expect(tried.map((at) => at - begin)).toEqual([0, MINUTE, 2 * MINUTE])
    await clients.authenticate(other.wrong)
    expect([tried.length, told]).toEqual([
      4,
      [['wrong-secret-not-noted', { 'portico.client_id': one.clientId, 'error.message': 'down' }]],
    ])
    isDown = false
    clock.advance(MINUTE)
    await clients.authenticate(one.wrong)
    await isNoted(1)
    isDown = true
    await expect
      .poll(async () => {
        await clients.authenticate(other.wrong)
        return told.length
      })
      .toBe(2)
  })
})

async function waiting() {
  const found = await database.db.query`
    select 1 as waits from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return found.length
}

test('an instant of a note is the second of it', async () => {
  const { clientId, wrong } = await added()
  await come(wrong)
  await isNoted(1)
  clock.advance(HOUR)
  expect(await findWrongSecrets(database.db, clock.now())).toEqual([
    { clientId, name: 'Permits', wrongSecretAt: plusSeconds(clock.now(), -HOUR), lastRightAt: null },
  ])
})
