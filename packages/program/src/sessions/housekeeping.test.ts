import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestProgram, testProgram } from '../../testing/program.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createProgramSso } from '../create.ts'
import type { SsoStore } from '../store/index.ts'
import { postgresStore } from '../store/postgres/index.ts'
import { signInThrough } from '../testing/index.ts'

const anybody = { headers: { authorization: `Bearer ppa_${'A'.repeat(43)}` } }

/** A program with housekeeping, and the calls of its store for it. */
const keeping = (changes: Partial<SsoStore> = {}, own: object = {}) => {
  const program = testProgram()
  const asked = { purges: 0, sleeps: 0 }
  const store: SsoStore = {
    ...program.store,
    ...changes,
    purge(now, limit) {
      asked.purges += 1
      return (changes.purge ?? program.store.purge)(now, limit)
    },
  }
  const clock = {
    ...program.clock,
    sleep(milliseconds: number, signal?: AbortSignal) {
      asked.sleeps += 1
      return program.clock.sleep(milliseconds, signal)
    },
  }
  const make = () => createProgramSso({ ...program.config, housekeeping: true, store, clock, ...own })
  return { ...program, asked, make, sso: make() }
}

/** Moves the clock by a minute and a half, and waits until the work of that time is done. */
const later = async ({ clock }: Pick<TestProgram, 'clock'>) => {
  await clock.advance(90_000)
  for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve))
}

describe('a program that is in use', () => {
  // proves: program-purge-runs-by-itself
  test.each(['handle', 'authenticate'] as const)(
    'purges by itself about once a minute, from %s on',
    async (use) => {
      const program = keeping()
      const { sso, asked } = program
      await later(program)
      expect(asked).toEqual({ purges: 0, sleeps: 0 })
      if (use === 'authenticate') await sso.authenticate(anybody)
      else await sso.handle(new Request('https://permits.example.test/api/v1/sso/config/'))
      await program.clock.advance(47_000)
      expect(asked).toEqual({ purges: 0, sleeps: 1 })
      for (let i = 1; i <= 3; i += 1) {
        await later(program)
        expect(asked).toEqual({ purges: i, sleeps: i + 1 })
      }
    },
  )

  // proves: threat-forgotten-grant
  test('revokes due grants and ends expired sessions, with events', async () => {
    const program = keeping({}, { session: { absoluteTtlMs: 60_000 } })
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    await signInThrough(program.sso, program.identity, citizen)
    await later(program)
    await expect.poll(() => program.identity.openGrants(citizen.subject)).toBe(0)
    expect(program.events.at(-1)).toMatchObject({ type: 'session_ended', cause: 'absolute_expiry' })
  })

  test('logs a failure once, tries again, and works when the failure is over', async () => {
    const failing = { isOn: true }
    const batch = { pending: 0, handoffs: 0, sessions: 0, throttle: 0, ended: [], isDone: true }
    const purge = async () => (failing.isOn ? Promise.reject(new Error('planned')) : batch)
    const program = keeping({ purge })
    await program.sso.authenticate(anybody)
    const failures = () => program.logged.filter((line) => line.startsWith('housekeeping_failed'))
    for (let i = 0; i < 6; i += 1) await later(program)
    expect(program.asked.purges).toBeGreaterThan(1)
    expect(failures()).toEqual([expect.stringContaining('planned')])
    failing.isOn = false
    for (let i = 0; i < 3; i += 1) await later(program)
    failing.isOn = true
    for (let i = 0; i < 3; i += 1) await later(program)
    expect(failures()).toHaveLength(2)
  })

  test('does nothing by itself with housekeeping: false', async () => {
    const program = keeping({}, { housekeeping: false })
    await program.sso.authenticate(anybody)
    await later(program)
    expect(program.asked).toEqual({ purges: 0, sleeps: 0 })
  })

  test('stops at close(), also during work, and does not start again', async () => {
    let finish = () => {}
    const endless = { pending: 1000, handoffs: 0, sessions: 0, throttle: 0, ended: [], isDone: false }
    const purge = () => new Promise<typeof endless>((resolve) => (finish = () => resolve(endless)))
    const program = keeping({ purge })
    await program.sso.authenticate(anybody)
    await later(program)
    expect(program.asked.purges).toBe(1)
    const closed = program.sso.close()
    finish()
    await closed
    await program.sso.authenticate(anybody)
    await later(program)
    expect(program.asked).toEqual({ purges: 1, sleeps: 1 })
  })

  // proves: program-purge-runs-by-itself
  test('is not kept running by housekeeping: a process without other work ends', async () => {
    const fixture = fileURLToPath(new URL('./housekeeping.fixture.ts', import.meta.url))
    const child = spawn(process.execPath, [fixture], { stdio: ['ignore', 'ignore', 'inherit'] })
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

describe('two instances', () => {
  test('purge once a minute together', async () => {
    const program = keeping()
    const second = program.make()
    await program.sso.authenticate(anybody)
    await second.authenticate(anybody)
    for (let i = 1; i <= 5; i += 1) {
      await later(program)
      expect(program.asked.purges).toBe(i)
    }
  })

  // proves: program-purge-runs-by-itself
  test('take over from each other: if one is killed during its work, the other one continues after its lease', async () => {
    const stuck = { isOn: true }
    const batch = { pending: 0, handoffs: 0, sessions: 0, throttle: 0, ended: [], isDone: true }
    const purge = () => (stuck.isOn ? new Promise<never>(() => undefined) : Promise.resolve(batch))
    const program = keeping({ purge })
    await program.sso.authenticate(anybody)
    await later(program)
    expect(program.asked.purges).toBe(1)
    stuck.isOn = false
    await program.make().authenticate(anybody)
    await later(program)
    expect(program.asked.purges).toBe(1)
    await later(program)
    expect(program.asked.purges).toBe(2)
  })
})

describe('purging in PostgreSQL', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase(10)
    await postgresStore(database.pool).migrate()
  })
  afterAll(() => database.drop())
  const count = async (table: string) => {
    const { rows } = await database.pool.query(`select count(*)::int as count from sso.${table}`)
    return rows[0]?.count
  }
  const TABLES = ['pending', 'handoffs', 'sessions', 'access_tokens', 'spent_refresh', 'throttle'] as const

  // proves: program-purge-runs-by-itself
  test('one call removes 25,000 expired rows of each kind, and does not wait for a locked row', async () => {
    const program = testProgram({ store: postgresStore(database.pool) as SsoStore })
    await database.pool.query(MANY_ROWS, [new Date(program.clock.now().getTime() - 2 * 86_400_000)])
    for (const table of TABLES) expect(await count(table)).toBe(25_000)
    const user = await database.pool.connect()
    await user.query("begin; select 1 from sso.pending where state_hash = 'row-7' for update")
    expect(await program.sso.purge()).toEqual({
      ...{ pending: 24_999, handoffs: 25_000, sessions: 25_000, throttle: 25_000, revocations: 0 },
    })
    await user.query('rollback')
    user.release()
    expect(await program.sso.purge()).toMatchObject({ pending: 1, sessions: 0 })
    for (const table of TABLES) expect(await count(table)).toBe(0)
  })
})

const MANY_ROWS = `
  with n as (select 'row-' || i as name, ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid as id,
                    $1::timestamptz as at from generate_series(1, 25000) i),
  pending as (
    insert into sso.pending (state_hash, sealed, key_id, challenge, return_uri, created_at, expires_at)
    select name, ''::bytea, 'k', 'c', 'r', at, at from n),
  handoffs as (
    insert into sso.handoffs (code_hash, challenge, issuer, subject, key_id, created_at, expires_at, consumed_at)
    select name, 'c', 'i', 's', 'k', at, at, at from n),
  sessions as (
    insert into sso.sessions (id, account_id, issuer, subject, created_at, expires_at, last_used_at, refresh_hash,
           central_key_id, central_access_expires_at, central_sid, security_version, central_checked_at)
    select id, 'a', 'i', 's', at, at, at, name, 'k', at, 'sid', 1, at from n),
  access as (insert into sso.access_tokens (access_hash, session_id, expires_at) select name, id, at from n),
  spent as (insert into sso.spent_refresh (refresh_hash, session_id, spent_at) select name, id, at from n)
  insert into sso.throttle (key, window_start, count) select name, at, 1 from n`
