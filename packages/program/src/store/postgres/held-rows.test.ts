import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { at, openSession, sessionSample } from '../../testing/conformance-samples.ts'
import type { SsoStore } from '../index.ts'
import type { PgClientLike } from './connection.ts'
import { postgresStore } from './index.ts'

// Another connection holds a row. What a statement does then is luck where forty callers race.

const SESSION = sessionSample(1).id
const LONG = 600_000
const CLAIM = { sessionId: SESSION, staleMs: LONG, leaseMs: LONG }
let database: TestDatabase
let store: SsoStore<PgClientLike>

beforeAll(async () => {
  database = await createTestDatabase()
  store = postgresStore(database.pool)
  await store.migrate()
})
beforeEach(async () => {
  await database.pool.query('delete from sso.handoffs; delete from sso.sessions')
  await openSession(store, sessionSample(1, { centralCheckedAt: at(-2 * LONG) }))
})
afterAll(async () => {
  await store.close()
  await database.drop()
})

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await database.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length > 0
}

/** Changes a row in a transaction, acts, and commits when the act waits or has answered. Returns which of both, and the answer. */
async function whileHeld<Answer>(change: string, act: () => Promise<Answer>) {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query(change)
  let isDone = false
  const acting = act().finally(() => (isDone = true))
  await expect.poll(async () => isDone || (await isSomebodyWaiting())).toBe(true)
  const hasWaited = !isDone
  await client.query('commit')
  client.release()
  return { hasWaited, answer: await acting }
}

test('a claim of a check does not wait for a session that another statement holds', async () => {
  const { hasWaited, answer } = await whileHeld('update sso.sessions set last_used_at = last_used_at', () =>
    store.claimCentral(CLAIM),
  )
  expect([hasWaited, answer.kind]).toEqual([false, 'busy'])
})

test('a commit waits for a session that is being claimed by another worker, and then writes nothing', async () => {
  await store.claimCentral(CLAIM)
  const commit = { sessionId: SESSION, fence: 1, checkedAt: await store.now(), leaseMs: 0 }
  const { hasWaited, answer } = await whileHeld('update sso.sessions set fence = 2', () =>
    store.commitCentral(commit),
  )
  expect([hasWaited, answer]).toEqual([true, null])
  expect((await store.findSession(SESSION))?.centralCheckedAt).toEqual(at(-2 * LONG))
})

test('a claim of a session that has ended writes nothing', async () => {
  await store.revokeSession(SESSION, 'logout', at(1))
  expect(await store.claimCentral(CLAIM)).toEqual({ kind: 'gone' })
  const { rows } = await database.pool.query('select fence, lease_until from sso.sessions')
  expect(rows).toEqual([{ fence: '0', lease_until: null }])
})

const LOGOUT = "update sso.sessions set ended_at = created_at, ended_cause = 'logout', central_sealed = null"

test('forgetting an account waits for a session that is ending, and does not end it again', async () => {
  const { hasWaited, answer } = await whileHeld(LOGOUT, () => store.forgetAccount('account-1', at(1)))
  expect([hasWaited, answer.ended]).toEqual([true, []])
  expect((await store.findSession(SESSION))?.endedCause).toBe('logout')
})

test('ending a session waits for one that is ending, and does not end it again', async () => {
  const { hasWaited, answer } = await whileHeld(LOGOUT, () =>
    store.revokeSession(SESSION, 'central_ended', at(1)),
  )
  expect([hasWaited, answer]).toEqual([true, false])
  expect((await store.findSession(SESSION))?.endedCause).toBe('logout')
})

test('the lease on housekeeping holds one task, and no other', async () => {
  const fence = (await store.claimHousekeeping(at(0), LONG)) ?? 0
  await database.pool.query('insert into sso.housekeeping (task, held_until, fence) values ($1, $2, $3)', [
    ...['another', at(0), fence],
  ])
  expect(await store.holdHousekeeping(fence, at(5))).toBe(true)
  const { rows } = await database.pool.query("select held_until from sso.housekeeping where task = 'another'")
  expect(rows).toEqual([{ held_until: at(0) }])
})
