// Takes over 10 s: each test starts a second process, and a lease of two seconds or the limit of a request has to pass.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type ProcessSettings,
  type SecondProcess,
  settingsOfProcess,
  startSecondProcess,
} from '../testing/second-process.ts'
import { type ServedIdentity, serveIdentity } from '../testing/served-identity.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createProgramSso } from './create.ts'
import { postgresStore, starterAccounts } from './store/postgres/index.ts'
import { signInThrough, testConfig } from './testing/index.ts'

// Two processes of one program with one PostgreSQL and real clocks: this one, and one that fails during its work.

const INTROSPECT = '/api/integrations/introspect/'
let database: TestDatabase
let served: ServedIdentity
let second: SecondProcess

// Each identity service has another port, and so another issuer: its program needs a store of its own.
beforeEach(async () => {
  database = await createTestDatabase(5)
  await postgresStore(database.pool).migrate()
  served = await serveIdentity()
})
afterEach(async () => {
  await second.end()
  await served.close()
  await database.drop()
})

/** A citizen whose last check is too old, and two processes. */
const signedInLongAgo = async (more: Partial<ProcessSettings> = {}) => {
  const config = testConfig(served.identity)
  const { pool } = database
  const sso = createProgramSso({ ...config, store: postgresStore(pool), accounts: starterAccounts(pool) })
  const citizen = served.identity.addCitizen({ email: `${crypto.randomUUID()}@example.test` })
  const { accessToken } = await signInThrough(sso, served.identity, citizen)
  await pool.query(`update sso.sessions set central_checked_at = central_checked_at - interval '31 seconds'`)
  second = startSecondProcess({ ...settingsOfProcess(database, served.identity, config), ...more })
  const look = async () => {
    const found = await sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })
    return found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`
  }
  const row = async () => {
    const { rows } = await pool.query(
      `select s.fence, s.central_checked_at, s.central_sealed, s.ended_at from sso.sessions s join citizens c on c.id::text = s.account_id
        where c.email = $1`,
      [citizen.email],
    )
    return rows[0]
  }
  const living = () => served.identity.openGrants(citizen.subject)
  return { accessToken, look, row, living }
}

// proves: program-guard-lease, threat-kill-9
test('if a process is killed during a check, other requests still get their response in time', async () => {
  const { accessToken, look } = await signedInLongAgo()
  const held = served.holdNext(INTROSPECT)
  second.ask(accessToken)
  await held.arrived
  await second.signal('SIGKILL')
  expect(await look()).toBe('ok')
  expect(served.asked(INTROSPECT)).toBe(2)
})

// proves: program-guard-lease
test('a check that takes longer than a lease runs once: no other process takes it over while its process lives', async () => {
  const { accessToken, look } = await signedInLongAgo()
  const held = served.holdNext(INTROSPECT)
  second.ask(accessToken)
  await held.arrived
  expect(await look()).toBe('503 identity_unavailable')
  expect(served.asked(INTROSPECT)).toBe(1)
  held.release()
  expect(await second.nextLine()).toBe('ok')
  expect(await look()).toBe('ok')
  expect(served.asked(INTROSPECT)).toBe(1)
})

// proves: program-guard-lease, threat-kill-9
test('a process that was stopped during a check and continues after another one took over writes nothing', async () => {
  const { accessToken, look, row } = await signedInLongAgo()
  const held = served.holdNext(INTROSPECT)
  second.ask(accessToken)
  await held.arrived
  await second.signal('SIGSTOP')
  expect(await look()).toBe('ok')
  const before = await row()
  held.release(Response.json({ active: false }))
  await second.signal('SIGCONT')
  expect(await second.nextLine()).toBe('ok')
  expect(await row()).toEqual(before)
  expect(before).toMatchObject({ fence: '2', ended_at: null })
})

describe('a renewal of central tokens', () => {
  const TOKEN = '/o/token/'
  const signedInNearTheEnd = async (more: Partial<ProcessSettings> = {}) => {
    const signedIn = await signedInLongAgo(more)
    await database.pool.query(
      `update sso.sessions set central_access_expires_at = clock_timestamp() + interval '20 seconds'`,
    )
    return signedIn
  }

  // proves: program-guard-idempotency-key, threat-lost-renewal
  test('whose process is killed after the response and before storing it is repeated for the next process', async () => {
    const { accessToken, look, living } = await signedInNearTheEnd({ stopsBefore: 'storing tokens' })
    second.ask(accessToken)
    expect(await second.nextLine()).toBe('about to store tokens')
    await second.signal('SIGKILL')
    expect(await look()).toBe('ok')
    expect([served.asked(TOKEN), living()]).toEqual([3, 1])
    await database.pool.query(
      `update sso.sessions set central_checked_at = central_checked_at - interval '31 seconds',
              central_access_expires_at = clock_timestamp() + interval '20 seconds'`,
    )
    expect([await look(), served.asked(TOKEN), living()]).toEqual(['ok', 4, 1])
  })

  // proves: threat-lost-renewal
  test('whose process is killed before the response is repeated for the next process', async () => {
    const { accessToken, look, living } = await signedInNearTheEnd()
    const held = served.holdNext(TOKEN)
    second.ask(accessToken)
    await held.arrived
    await second.signal('SIGKILL')
    expect(await look()).toBe('ok')
    expect([served.asked(TOKEN), living()]).toEqual([3, 1])
  })

  // proves: program-guard-no-second-renewal
  test('whose process is stopped, and continues after another one made it, is stored once', async () => {
    const { accessToken, look, row, living } = await signedInNearTheEnd()
    const held = served.holdNext(TOKEN)
    second.ask(accessToken)
    await held.arrived
    await second.signal('SIGSTOP')
    expect(await look()).toBe('ok')
    const before = await row()
    held.release()
    await second.signal('SIGCONT')
    expect(await second.nextLine()).toBe('ok')
    expect([await row(), living()]).toEqual([before, 1])
  })
})
