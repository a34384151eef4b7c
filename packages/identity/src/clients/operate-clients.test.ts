import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import { deleteConnectionsOfClient } from '../access/index.ts'
import type { OrderedByOperator } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import { sha256 } from '../platform/secret.ts'
import { systemRandom } from '../platform/system-random.ts'
import { type AddedClient, addClient } from './add-client.ts'
import { disableClient, enableClient, removeClient, updateClient } from './change-client.ts'
import { addClientSecret, retireClientSecret } from './change-secrets.ts'
import type { ClientRegistration } from './client.ts'
import { findClientSecrets, touchClientSecret } from './client-secret-store.ts'
import { findClient, listClientNames, listClients, raiseClientRevision } from './client-store.ts'
import { STANDARD_SCOPE } from './scope.ts'

const PARKING: ClientRegistration = {
  name: 'Parking "permits", \\ {A}',
  names: {},
  home: null,
  homes: {},
  redirectUris: ['https://parking.example.org/cb?a=(x),y;z', 'http://localhost:4100/cb,1'],
  scope: STANDARD_SCOPE,
  confirmation: 'first-time',
  tokenLimitPerMinute: null,
  introspectionLimitPerMinute: 90_000,
}

const NOBODY = '00000000-0000-4000-8000-000000000000'

let database: TestDatabase
let needs: Basics & OrderedByOperator
const clock = fakeClock()

beforeAll(async () => {
  database = await createTestDatabase()
  needs = { db: database.db, clock, random: systemRandom, by: TEST_ORDER }
})
afterAll(() => database.drop())

async function added(): Promise<AddedClient> {
  const answer = await addClient(needs, PARKING)
  if (!answer.ok) throw new Error(answer.refusal.refusal)
  return answer.value
}

async function eventsOf(clientId: string): Promise<string[]> {
  const rows = await database.db.query<{ name: string }>`
    select name from audit_events where client_id = ${clientId} order by event_id`
  return rows.map((row) => row.name).sort()
}

const revisionOf = async (clientId: string) => (await findClient(database.db, clientId))?.revision

describe('adding a client', () => {
  test('it is stored as it was given; id and secret are letters and digits', async () => {
    const { client, clientSecret } = await added()
    expect(client.clientId).toMatch(/^[A-Za-z0-9]{24}$/)
    expect(clientSecret.reveal()).toMatch(/^[A-Za-z0-9]{48}$/)
    expect(await findClient(database.db, client.clientId)).toEqual(client)
    expect(client).toMatchObject({ ...PARKING, revision: 1, disabledAt: null })
    expect(await listClients(database.db)).toContainEqual(client)
  })

  // proves: threat-stored-secrets
  test('the secret is nowhere in the database but as its SHA-256', async () => {
    const { client, secretId, clientSecret } = await added()
    const secrets = await findClientSecrets(database.db, client.clientId)
    expect(secrets).toMatchObject([{ secretId, label: '', expiresAt: null, lastUsedAt: null }])
    expect(secrets[0]?.secretHash.equals(sha256(clientSecret.reveal()))).toBe(true)
    const events = await database.db.query<{ line: string }>`select details::text as line from audit_events`
    expect(events.map((row) => row.line).join()).not.toContain(clientSecret.reveal())
  })

  // proves: rfc6749-3.1.2.2-redirect-uri-registered
  test('what may not be registered leaves nothing behind', async () => {
    const before = (await listClients(database.db)).length
    expect((await addClient(needs, { ...PARKING, redirectUris: ['http://example.org/'] })).ok).toBe(false)
    expect(await listClients(database.db)).toHaveLength(before)
  })
})

describe('changing a client', () => {
  test('only what is named changes, and the revision rises', async () => {
    const { client } = await added()
    const answer = await updateClient(needs, client.clientId, { name: 'Parking', tokenLimitPerMinute: 600 })
    const expected = { ...client, name: 'Parking', tokenLimitPerMinute: 600, revision: 2 }
    expect(answer).toEqual({ ok: true, value: expected })
    expect(await findClient(database.db, client.clientId)).toEqual(expected)
    expect(await eventsOf(client.clientId)).toEqual(['client-added', 'client-updated'])
  })

  test('a name in one language changes, and an empty one goes; the others stay', async () => {
    const { client } = await added()
    const namesAfter = async (names: ClientRegistration['names']) => {
      const answer = await updateClient(needs, client.clientId, { names })
      return answer.ok && (await findClient(database.db, client.clientId))?.names
    }
    expect(await namesAfter({ de: 'Parkausweise', fr: 'Stationnement' })).toEqual({
      de: 'Parkausweise',
      fr: 'Stationnement',
    })
    expect(await namesAfter({ de: 'Anwohnerparken' })).toEqual({ de: 'Anwohnerparken', fr: 'Stationnement' })
    expect(await namesAfter({ de: '' })).toEqual({ fr: 'Stationnement' })
    expect(await listClientNames(database.db)).toContain('Stationnement')
  })

  test('the home leaves no origin behind that the redirect URIs leave', async () => {
    const { client } = await added()
    const update = (changes: Partial<ClientRegistration>) => updateClient(needs, client.clientId, changes)
    expect(await update({ home: 'https://parking.example.org/residents/' })).toMatchObject({ ok: true })
    const elsewhere = { redirectUris: ['https://other.example.org/cb'] }
    expect(await update(elsewhere)).toMatchObject({ refusal: { refusal: 'home-elsewhere' } })
    expect(await update({ ...elsewhere, home: null })).toMatchObject({ ok: true, value: { home: null } })
  })

  test('a client on a port that browsers have closed since keeps its addresses, and can be changed', async () => {
    const { client } = await added()
    const [uri, home] = ['https://parking.example.org:6000/cb', 'https://parking.example.org:6000/']
    await database.db.query`
      update clients set redirect_uris = array[${uri}], home = ${home}, homes = jsonb_build_object('fr', ${home}::text)
       where client_id = ${client.clientId}`
    const update = (changes: Partial<ClientRegistration>) => updateClient(needs, client.clientId, changes)
    expect(await update({ name: 'Parking' })).toMatchObject({
      ok: true,
      value: { home, homes: { fr: home } },
    })
    expect(await update({ home: `${home}next` })).toMatchObject({
      refusal: { refusal: 'home-on-blocked-port', about: `${home}next` },
    })
    expect(await update({ homes: { de: `${home}de` } })).toMatchObject({
      refusal: { refusal: 'home-on-blocked-port-in', about: 'de' },
    })
  })

  test('what an earlier release registered stays as it is, and nothing like it is added', async () => {
    const { client } = await added()
    const old = 'https://parking.example.org/a/../cb'
    await database.db.query`
      update clients set redirect_uris = array[${old}] where client_id = ${client.clientId}`
    const update = (changes: Partial<ClientRegistration>) => updateClient(needs, client.clientId, changes)
    expect((await update({ name: 'Parking' })).ok).toBe(true)
    expect((await update({ redirectUris: [old, 'https://parking.example.org/cb'] })).ok).toBe(true)
    expect(await update({ redirectUris: [old, 'https://parking.example.org/%2e%2e/cb'] })).toMatchObject({
      refusal: { refusal: 'has-dot-segment', about: 'https://parking.example.org/%2e%2e/cb' },
    })
    expect((await update({ redirectUris: ['https://parking.example.org/cb'] })).ok).toBe(true)
    expect((await update({ redirectUris: [old] })).ok).toBe(false)
  })

  test('a bad change, and a client that is not there, are refused and change nothing', async () => {
    const { client } = await added()
    expect(await updateClient(needs, client.clientId, { scope: 'phone' })).toMatchObject({
      refusal: { refusal: 'unknown-scope' },
    })
    expect(await updateClient(needs, 'nobody', { name: 'X' })).toMatchObject({
      refusal: { refusal: 'unknown-client' },
    })
    expect(await findClient(database.db, client.clientId)).toEqual(client)
    expect(await eventsOf(client.clientId)).toEqual(['client-added'])
  })

  test('a change that another one has overtaken is refused, and changes nothing', async () => {
    const { client } = await added()
    const { clientId } = client
    const answer = await whileChanged(
      database,
      (tx) => raiseClientRevision(tx, clientId),
      () => updateClient(needs, clientId, { name: 'One' }),
    )
    expect(answer).toMatchObject({ refusal: { refusal: 'changed-meanwhile', about: clientId } })
    expect(await findClient(database.db, clientId)).toEqual({ ...client, revision: 2 })
    expect(await eventsOf(clientId)).toEqual(['client-added'])
  })

  test('disabling and enabling say whether there was anything to do', async () => {
    const { client } = await added()
    const { clientId } = client
    expect(await enableClient(needs, clientId)).toEqual({ ok: true, value: 'unchanged' })
    expect(await disableClient(needs, clientId)).toEqual({ ok: true, value: 'changed' })
    expect(await disableClient(needs, clientId)).toEqual({ ok: true, value: 'unchanged' })
    expect((await findClient(database.db, clientId))?.disabledAt).toBe(clock.now())
    expect(await enableClient(needs, clientId)).toEqual({ ok: true, value: 'changed' })
    expect(await disableClient(needs, 'nobody')).toEqual({ ok: false, refusal: 'unknown-client' })
    expect(await enableClient(needs, 'nobody')).toEqual({ ok: false, refusal: 'unknown-client' })
    expect(await revisionOf(clientId)).toBe(3)
    expect(await eventsOf(clientId)).toEqual(['client-added', 'client-disabled', 'client-enabled'])
  })

  test('removing retires the secrets and takes what citizens allowed, of this client alone', async () => {
    const [gone, stays] = [(await added()).client.clientId, (await added()).client.clientId]
    for (const clientId of [gone, stays]) {
      await database.db.query`
        insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
        values ('00000000-0000-4000-8000-000000000001', ${clientId}, 'openid', to_timestamp(1), to_timestamp(1))`
    }
    expect((await removeClient(needs, gone)).ok).toBe(true)
    await deleteConnectionsOfClient(needs, gone)
    expect(await findClient(database.db, gone)).toBeUndefined()
    const ends = async (clientId: string) =>
      (await findClientSecrets(database.db, clientId)).map(({ expiresAt }) => expiresAt)
    expect([await ends(gone), await ends(stays)]).toEqual([[0], [null]])
    const left = await database.db.query<{ client: string }>`select client_id as client from connections`
    expect(left).toEqual([{ client: stays }])
    expect(await removeClient(needs, gone)).toEqual({ ok: false, refusal: 'unknown-client' })
    expect(await eventsOf(gone)).toEqual(['client-added', 'client-removed'])
  })

  testOnOneServer(
    'removing goes through the connections of all citizens, however many, and misses none',
    async () => {
      const clientIds = await Promise.all(
        Array.from({ length: 3 }, async () => (await added()).client.clientId),
      )
      const [gone = '', ...others] = clientIds.sort()
      await database.db.query`delete from connections`
      await database.db.query`
      insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
      select overlay(${NOBODY} placing lpad(n::text, 5, '0') from 1 for 5)::uuid, client_id, 'openid', to_timestamp(1), to_timestamp(1)
        from generate_series(1, 20000) n, unnest(${arrayOf(clientIds)}::text[]) client_id
       order by 1`
      const lines: string[] = []
      expect((await removeClient(needs, gone)).ok).toBe(true)
      await deleteConnectionsOfClient({ ...needs, progress: (line) => lines.push(line) }, gone)
      const left = await database.db.query<{ client: string; connections: number }>`
      select client_id as client, count(*)::integer as connections from connections group by 1 order by 1`
      expect(left).toEqual(others.map((client) => ({ client, connections: 20_000 })))
      const told = lines.map((line) =>
        Number(/^(\d+) more connections of citizens are removed$/.exec(line)?.[1]),
      )
      expect(told.length).toBeGreaterThan(1)
      expect(told.reduce((sum, more) => sum + more)).toBe(20_000)
    },
  )
})

describe('secrets of a client', () => {
  const terms = { label: 'autumn', expiresAt: null }

  test('a second one works beside the first; each change raises the revision', async () => {
    const { client, secretId } = await added()
    const { clientId } = client
    const second = await addClientSecret(needs, clientId, {
      label: 'autumn',
      expiresAt: plusSeconds(clock.now(), 60),
    })
    expect(second.ok && second.value.clientSecret.reveal()).toMatch(/^[A-Za-z0-9]{48}$/)
    const labels = (await findClientSecrets(database.db, clientId)).map((secret) => [
      secret.label,
      secret.expiresAt,
    ])
    expect(labels).toHaveLength(2)
    expect(labels).toContainEqual(['autumn', clock.now() + 60])
    expect(await revisionOf(clientId)).toBe(2)
    expect(await retireClientSecret(needs, { clientId, secretId })).toEqual({
      ok: true,
      value: { secretsLeft: 1 },
    })
    expect(await revisionOf(clientId)).toBe(3)
    expect(await eventsOf(clientId)).toEqual(['client-added', 'client-secret-added', 'client-secret-retired'])
  })

  test('five at most are live, also when they are added at the same moment; expired ones make room', async () => {
    const { client, secretId } = await added()
    const { clientId } = client
    const soon = { label: 'soon', expiresAt: plusSeconds(clock.now(), 1) }
    const answers = await Promise.all(Array.from({ length: 9 }, () => addClientSecret(needs, clientId, soon)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(4)
    expect(answers.filter((answer) => !answer.ok && answer.refusal === 'too-many-secrets')).toHaveLength(5)
    clock.advance(1)
    expect((await addClientSecret(needs, clientId, terms)).ok).toBe(true)
    // Those that have ended stay for a year, so that whoever comes with one is known.
    expect(await findClientSecrets(database.db, clientId)).toHaveLength(6)
    clock.advance(365 * 24 * 60 * 60)
    await retireClientSecret(needs, { clientId, secretId })
    expect((await addClientSecret(needs, clientId, terms)).ok).toBe(true)
    expect(await findClientSecrets(database.db, clientId)).toHaveLength(7)
    clock.advance(1)
    expect((await addClientSecret(needs, clientId, terms)).ok).toBe(true)
    // The four that ran out are gone. The one that was retired stays for ever.
    const left = await findClientSecrets(database.db, clientId)
    expect(left.map((secret) => secret.secretId)).toContain(secretId)
    expect(left).toHaveLength(4)
  })

  test('a bad label, a past end, an unknown client or secret are refused', async () => {
    const { client } = await added()
    const { clientId } = client
    const add = (change: object) => addClientSecret(needs, clientId, { ...terms, ...change })
    expect(await add({ label: 'a\nb' })).toEqual({ ok: false, refusal: 'bad-label' })
    expect(await add({ label: 'a'.repeat(101) })).toEqual({ ok: false, refusal: 'bad-label' })
    expect(await add({ expiresAt: clock.now() })).toEqual({ ok: false, refusal: 'expired-already' })
    expect(await addClientSecret(needs, 'nobody', terms)).toEqual({ ok: false, refusal: 'unknown-client' })
    expect(await retireClientSecret(needs, { clientId, secretId: 'none' })).toEqual({
      ok: false,
      refusal: 'unknown-secret',
    })
    expect(await retireClientSecret(needs, { clientId: 'nobody', secretId: 'none' })).toEqual({
      ok: false,
      refusal: 'unknown-client',
    })
    expect(await findClientSecrets(database.db, clientId)).toHaveLength(1)
  })

  test('a secret of one client cannot be retired by naming another', async () => {
    const [one, two] = [await added(), await added()]
    const key = { clientId: two.client.clientId, secretId: one.secretId }
    expect(await retireClientSecret(needs, key)).toEqual({ ok: false, refusal: 'unknown-secret' })
    expect(await findClientSecrets(database.db, one.client.clientId)).toHaveLength(1)
  })

  test('its last use is noted and changes no revision', async () => {
    const { client, secretId } = await added()
    await touchClientSecret(database.db, { clientId: client.clientId, secretId }, clock.now())
    expect(await findClientSecrets(database.db, client.clientId)).toMatchObject([{ lastUsedAt: clock.now() }])
    expect(await revisionOf(client.clientId)).toBe(1)
  })
})
