import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type FakeClock, fakeClock } from '../../testing/fake-clock.ts'
import { basic } from '../../testing/people.ts'
import { QUIET_LOG } from '../../testing/quiet-log.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import type { OrderedByOperator } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { systemRandom } from '../platform/system-random.ts'
import { addClient } from './add-client.ts'
import { type ClientAuthenticator, createClientAuthenticator } from './authenticate-client.ts'
import { disableClient, enableClient, removeClient, updateClient } from './change-client.ts'
import { addClientSecret, retireClientSecret } from './change-secrets.ts'
import { createClientDirectory } from './client-directory.ts'
import { findClientSecrets } from './client-secret-store.ts'
import { isCurrentClient } from './client-store.ts'

let database: TestDatabase
let clock: FakeClock
let needs: Basics & OrderedByOperator
let clients: ClientAuthenticator
let clientId: string
let secret: string

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  clock = fakeClock()
  needs = { db: database.db, clock, random: systemRandom, by: TEST_ORDER }
  clients = createClientAuthenticator({ ...needs, log: QUIET_LOG })
  const added = await addClient(needs, {
    name: 'Permits',
    redirectUris: ['https://permits.example.test/cb'],
    scope: 'openid email',
    confirmation: 'first-time',
    tokenLimitPerMinute: 7,
    introspectionLimitPerMinute: null,
  })
  if (!added.ok) throw new Error(JSON.stringify(added.refusal))
  clientId = added.value.client.clientId
  secret = added.value.clientSecret.reveal()
})

async function isKnown(header: string | undefined, memory?: 'remembered' | 'fresh'): Promise<boolean> {
  return (await clients.authenticate(header, memory)).ok
}

async function lastUsed(): Promise<number | null | undefined> {
  return (await findClientSecrets(database.db, clientId))[0]?.lastUsedAt
}

/** The note of the last use is written beside the request; the next statements wait until it is there. */
async function lastUsedSoon(expected: number): Promise<number | null | undefined> {
  for (let attempt = 0; attempt < 200; attempt += 1) if ((await lastUsed()) === expected) break
  return lastUsed()
}

// proves: contract-5-basic-at-backends
test('the right secret is known, with the revision and the allowances of its client', async () => {
  const answer = await clients.authenticate(basic(clientId, secret))
  expect(answer).toMatchObject({
    ok: true,
    value: { clientId, revision: 1, tokenLimitPerMinute: 7, introspectionLimitPerMinute: null },
  })
})

describe('is refused', () => {
  // proves: design-7.23-unknown-client
  test.each([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['a wrong secret', () => basic(clientId, 'x'.repeat(48))],
    ['a part of the secret', () => basic(clientId, secret.slice(0, -1))],
    ['the secret and more', () => basic(clientId, `${secret}x`)],
    ['the secret in another case', () => basic(clientId, secret.toLowerCase() + secret.toUpperCase())],
    ['the secret with a space', () => basic(clientId, `${secret} `)],
    ['an empty secret', () => basic(clientId, '')],
    ['another client id', () => basic('A'.repeat(24), secret)],
    ['the client id in another case', () => basic(clientId.toLowerCase().toUpperCase(), secret)],
    ['the client id as its own secret', () => basic(clientId, clientId)],
    ['the two exchanged', () => basic(secret, clientId)],
  ])('%s, first and again', async (_name, header) => {
    await clients.authenticate(basic(clientId, secret))
    for (const memory of ['remembered', 'fresh', 'remembered'] as const) {
      expect(await clients.authenticate(header(), memory)).toEqual({ ok: false, refusal: 'invalid-client' })
    }
  })

  // proves: threat-client-secret
  test('the hash of the secret, which is what the table holds', async () => {
    const [stored] = await findClientSecrets(database.db, clientId)
    for (const encoding of ['hex', 'base64url', 'latin1'] as const) {
      expect(await isKnown(basic(clientId, stored?.secretHash.toString(encoding) ?? ''))).toBe(false)
    }
  })

  test('the secret of another client', async () => {
    const other = await addClient(needs, {
      name: 'Other',
      redirectUris: ['https://other.example.test/cb'],
      scope: 'openid',
      confirmation: 'first-time',
      tokenLimitPerMinute: null,
      introspectionLimitPerMinute: null,
    })
    if (!other.ok) throw new Error('No client')
    expect(await isKnown(basic(clientId, other.value.clientSecret.reveal()))).toBe(false)
  })
})

describe('what was proven and then changed', () => {
  const changes: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['disabled', () => disableClient(needs, clientId)],
    ['removed', () => removeClient(needs, clientId)],
    [
      'without this secret',
      async () => {
        const [stored] = await findClientSecrets(database.db, clientId)
        return retireClientSecret(needs, { clientId, secretId: stored?.secretId ?? '' })
      },
    ],
  ]
  test.each(changes)('a client %s is refused by a fresh look, and forgotten', async (_name, change) => {
    const header = basic(clientId, secret)
    expect(await isKnown(header)).toBe(true)
    await change()
    expect(await isKnown(header, 'fresh')).toBe(false)
    expect(await isKnown(header)).toBe(false)
  })

  test('a client that comes back is known again, with its new revision', async () => {
    const header = basic(clientId, secret)
    await disableClient(needs, clientId)
    expect(await isKnown(header)).toBe(false)
    await enableClient(needs, clientId)
    expect(await clients.authenticate(header)).toMatchObject({ ok: true, value: { revision: 3 } })
  })
})

describe('several secrets', () => {
  // proves: design-8-overlapping-secrets, threat-client-secret
  test('work side by side, until each is retired or expires', async () => {
    const expiresAt = plusSeconds(clock.now(), 100)
    const added = await addClientSecret(needs, clientId, { label: 'second', expiresAt })
    if (!added.ok) throw new Error('No second secret')
    const second = basic(clientId, added.value.clientSecret.reveal())
    expect([await isKnown(basic(clientId, secret)), await isKnown(second)]).toEqual([true, true])
    clock.advance(99)
    expect(await isKnown(second)).toBe(true)
    clock.advance(1)
    expect([await isKnown(second), await isKnown(second, 'fresh')]).toEqual([false, false])
    expect(await isKnown(basic(clientId, secret))).toBe(true)
  })
})

// proves: design-8-overlapping-secrets
test('the last use of a secret is noted to the minute, and a wrong secret notes nothing', async () => {
  expect(await lastUsed()).toBeNull()
  await isKnown(basic(clientId, 'wrong'))
  expect(await lastUsed()).toBeNull()
  const first = clock.now()
  await isKnown(basic(clientId, secret))
  expect(await lastUsedSoon(first)).toBe(first)
  clock.advance(59)
  await isKnown(basic(clientId, secret))
  expect(await lastUsed()).toBe(first)
  clock.advance(1)
  await isKnown(basic(clientId, secret))
  expect(await lastUsedSoon(first + 60)).toBe(first + 60)
})

test('the directory forgets a client that is looked at afresh and is gone', async () => {
  const directory = createClientDirectory(database.db)
  expect((await directory.find(clientId, 'remembered'))?.name).toBe('Permits')
  await updateClient(needs, clientId, { name: 'New' })
  expect((await directory.find(clientId, 'remembered'))?.name).toBe('Permits')
  expect((await directory.find(clientId, 'fresh'))?.name).toBe('New')
  expect((await directory.find(clientId, 'remembered'))?.name).toBe('New')
  await disableClient(needs, clientId)
  expect(await directory.find(clientId, 'fresh')).toBeUndefined()
  expect(await directory.find(clientId, 'remembered')).toBeUndefined()
  expect(await directory.find('nobody', 'remembered')).toBeUndefined()
})

/** Reads secrets at once, and everything else after `change`, which begins when the secrets have been read. */
function changeAfterSecrets(db: Database, change: () => Promise<unknown>): Database {
  let begin: (() => void) | undefined
  const changed = new Promise<void>((resolve) => {
    begin = resolve
  }).then(change)
  return {
    transaction: (work) => db.transaction(work),
    layout: () => db.layout(),
    async query(statement, ...values) {
      const readsSecrets = statement.join('').includes('from client_secrets')
      if (!readsSecrets) await changed
      const rows = await db.query(statement, ...values)
      if (readsSecrets) begin?.()
      await changed
      return rows as never
    },
  }
}

// proves: threat-retired-secret-remembered
test('a secret that is retired while it authenticates is not remembered with the revision after its retirement', async () => {
  await addClientSecret(needs, clientId, { label: 'next', expiresAt: null })
  const old = (await findClientSecrets(database.db, clientId)).find(({ label }) => label !== 'next')
  const key = { clientId, secretId: old?.secretId ?? '' }
  const db = changeAfterSecrets(database.db, () => retireClientSecret(needs, key))
  clients = createClientAuthenticator({ ...needs, db, log: QUIET_LOG })
  const before = await clients.authenticate(basic(clientId, secret))
  const ended = (await findClientSecrets(database.db, clientId)).filter(({ expiresAt }) => expiresAt !== null)
  expect(ended.map(({ secretId }) => secretId)).toEqual([old?.secretId])
  expect(before.ok && (await isCurrentClient(database.db, before.value))).toBe(false)
  const remembered = await clients.authenticate(basic(clientId, secret))
  expect(remembered.ok && (await isCurrentClient(database.db, remembered.value))).toBe(false)
  expect(await isKnown(basic(clientId, secret), 'fresh')).toBe(false)
})
