import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fillTables } from '../testing/crowd.ts'
import { valuesOf } from '../testing/metric-values.ts'
import { isDistributed } from '../testing/one-server.ts'
import { addCitizen, addProgram, type TestClient } from '../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  refresh,
} from '../testing/program-flow.ts'
import type { TestBrowser } from '../testing/test-browser.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { openCleaningPool, openFullRun, startHousekeeping } from './housekeeping.ts'
import type { DatabasePool } from './platform/postgres/connect.ts'
import type { Database } from './platform/postgres/database.ts'

/** What is over, of each kind: enough for many batches. */
const CROWD = 10_000
const DAYS = 24 * 60 * 60

let service: TestService
let program: TestClient
let pool: DatabasePool

beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '100000' } })
  program = await addProgram(service)
  pool = openCleaningPool(service.database.address)
})
afterAll(async () => {
  await pool.close()
  await service.close()
})

/** Deletes until nothing is left. Returns the number of rounds. */
async function clean(db: Database = pool): Promise<number> {
  const run = openFullRun({ db, clock: service.clock }, () => undefined)
  let rounds = 1
  while ((await run.round()) === 'again') rounds += 1
  return rounds
}

async function codeFrom(browser: TestBrowser) {
  const attempt = newAttempt(program)
  const answer = await browser.get(authorizeAddress(attempt), { follow: false })
  return { ...attempt, code: callbackParameters(answer).get('code') ?? '' }
}

/** One citizen's day: codes that are exchanged, tokens that are rotated again and again; nothing may fail. */
async function useAll(browser: TestBrowser): Promise<readonly string[]> {
  const living: string[] = []
  for (let round = 0; round < 4; round += 1) {
    const code = await codeFrom(browser)
    let answer = await exchange(service, program, code)
    for (let rotation = 0; rotation < 5; rotation += 1) {
      expect([answer.status, answer.body.error]).toEqual([200, undefined])
      living.push(answer.body.access_token)
      answer = await refresh(service, program, answer.body.refresh_token)
    }
    expect(answer.status).toBe(200)
  }
  return living
}

// proves: threat-table-growth
test('cleaning up by three processes, while codes are redeemed and tokens rotated, loses nothing and removes what is over', async () => {
  const browsers = []
  for (let count = 0; count < 8; count += 1)
    browsers.push((await enterProgram(service, program, await addCitizen(service))).browser)
  const nowSeconds = service.clock.now() - 30 * DAYS
  await fillTables(service.database, { citizens: CROWD, nowSeconds, clientId: program.clientId })
  const others = [1, 2].map(() => openCleaningPool(service.database.address))
  let working = true
  const cleaning = [pool, ...others].map(async (each) => {
    const counts = []
    while (working) counts.push(await clean(each))
    counts.push(await clean(each))
    return counts.reduce((sum, count) => sum + count, 0)
  })
  const living = (await Promise.all(browsers.map(useAll))).flat()
  working = false
  const rounds = await Promise.all(cleaning)
  await Promise.all(others.map((each) => each.close()))
  expect(rounds.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(10)
  const answers = await Promise.all(living.map((token) => introspect(service, program, token)))
  expect(answers.filter((answer) => answer['active'] !== true)).toEqual([])
  for (const browser of browsers) expect((await browser.get('/account/', { follow: false })).status).toBe(200)
  const left = await service.database.db.query<{ rows: number }>`
    select (select count(*) from access_tokens where scope = 'openid profile email')::int
         + (select count(*) from grants where scope = 'openid profile email')::int
         + (select count(*) from sessions where user_agent = 'Firefox')::int
         + (select count(*) from sign_in_failures where forget_at <= to_timestamp(${service.clock.now()}))::int
         + (select count(*) from rate_counters where window_ends_at < to_timestamp(${service.clock.now() - 60}))::int as rows`
  expect(left).toEqual([{ rows: 0 }])
})

// proves: threat-table-growth
describe.skipIf(isDistributed)(
  'what somebody prolongs at this moment is neither removed nor waited for',
  () => {
    test.each([
      [
        'a session whose citizen signs in again, on a clock that is a little behind',
        (tx: Database, now: number) => tx.query`
        update sessions set expires_at = to_timestamp(${now + 1000}) where user_agent = 'held' returning 1`,
      ],
      [
        'a count of wrong passwords that begins anew',
        (tx: Database, now: number) => tx.query`
        update sign_in_failures set forget_at = to_timestamp(${now + 1000}) where failures = 77 returning 1`,
      ],
      [
        'a count of wrong codes that begins anew',
        (tx: Database, now: number) => tx.query`
        update wrong_codes set forget_at = to_timestamp(${now + 1000}) where failures = 77 returning 1`,
      ],
      [
        'a device that is seen again after a year',
        (tx: Database, now: number) => tx.query`
        update known_devices set last_seen_at = to_timestamp(${now}) where device_hash = 'held' returning 1`,
      ],
      [
        'a window of requests that begins anew',
        (tx: Database, now: number) => tx.query`
        update rate_counters set window_ends_at = to_timestamp(${now + 60}) where counter = 'held' returning 1`,
      ],
    ] as const)('%s', async (_, prolong) => {
      const { db } = service.foundation
      const now = service.clock.now()
      const id = '00000000-0000-4000-8000-000000000001'
      await db.query`
      insert into sessions (citizen_id, session_id, cookie_hash, security_version, user_agent, address, started_at,
                            authenticated_at, last_seen_at, expires_at)
      values (${id}, ${id}, 'held', 1, 'held', '', to_timestamp(0), to_timestamp(0), to_timestamp(0), to_timestamp(9))`
      await db.query`
      insert into sign_in_failures (attempt_key, failures, blocked_until, forget_at)
      values ('held', 77, to_timestamp(0), to_timestamp(9))`
      await db.query`
      insert into wrong_codes (citizen_id, password_mark, failures, forget_at) values (${id}, 'held', 77, to_timestamp(9))`
      await db.query`
      insert into known_devices (citizen_id, device_hash, first_seen_at, last_seen_at)
      values (${id}, 'held', to_timestamp(0), to_timestamp(9)), (${id}, 'newer', to_timestamp(0), to_timestamp(${now}))`
      await db.query`
      insert into rate_counters (counter, spent, window_ends_at) values ('held', 1, to_timestamp(9))`
      const held = await db.transaction(async (tx) => {
        const rows = await prolong(tx, now)
        await clean()
        return rows.length
      })
      const left = await db.query<{ rows: number }>`
      select (select count(*) from sessions where user_agent = 'held')::int
           + (select count(*) from sign_in_failures where failures = 77)::int
           + (select count(*) from wrong_codes where citizen_id = ${id})::int
           + (select count(*) from known_devices where device_hash = 'held')::int
           + (select count(*) from rate_counters where counter = 'held')::int as rows`
      expect([held, left]).toEqual([1, [{ rows: 1 }]])
      await db.query`delete from sessions where citizen_id = ${id}`
      await db.query`delete from sign_in_failures where failures = 77`
      await db.query`delete from wrong_codes where citizen_id = ${id}`
      await db.query`delete from known_devices where citizen_id = ${id}`
      await db.query`delete from rate_counters where counter = 'held'`
    })
  },
)

// proves: threat-table-growth
test('a table that cannot be cleaned keeps no other one from it, and the fault is told', async () => {
  const { db } = service.foundation
  await db.query`
    insert into mailed_links (citizen_id, link_hash, kind, security_version, created_at, expires_at)
    values (gen_random_uuid(), 'old', 'recovery', 1, to_timestamp(0), to_timestamp(9))`
  const failing: Database = {
    ...pool,
    query: (statement, ...values) =>
      statement.join('').includes('from sessions')
        ? Promise.reject(new Error('too much for now'))
        : pool.query(statement, ...values),
  }
  await expect(clean(failing)).rejects.toThrow('too much for now')
  expect(await db.query`select 1 from mailed_links where link_hash = 'old'`).toEqual([])
})

// proves: seeing-metrics
test('the lag of the purges grows while a round fails, and begins again after one that left nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let isAway = true
  const db: Database = {
    query: (...statement) => (isAway ? Promise.reject(new Error('away')) : pool.query(...statement)),
    layout: () => pool.layout(),
    transaction: (work) => pool.transaction(work),
  }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const housekeeping = startHousekeeping({ db, clock: service.clock, log }, () => undefined)
  const lag = async () => (await valuesOf(housekeeping.metrics, 'portico_purge_lag_seconds'))['']
  for (let round = 0; round < 4; round += 1) await vi.advanceTimersByTimeAsync(5_000)
  expect(await lag()).toBeGreaterThanOrEqual(20)
  isAway = false
  await vi.advanceTimersByTimeAsync(5_000)
  await housekeeping.stop()
  expect(await lag()).toBe(0)
})
