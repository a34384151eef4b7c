import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../testing/database.ts'
import { isDistributed, testOnOneServer } from '../../testing/one-server.ts'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import {
  type Entered,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  refresh,
} from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { openSession } from '../platform/postgres/session.ts'
import { isKept, isLeftOut } from '../platform/postgres/table.ts'
import { findTimeline, storeTimeline } from '../platform/postgres/timeline.ts'
import { systemClock } from '../platform/system-clock.ts'
import { TABLES } from '../room-heads.ts'
import { askForLink, contentOf, glance, linkTo, on, openWorkbench, type Workbench } from './backup.fixture.ts'
import { portico, TEST_SECRET_KEY } from './portico.fixture.ts'

let bench: Workbench

beforeAll(async () => {
  bench = await openWorkbench()
})
afterAll(() => bench.clear())

const afterRecovery = (database: TestDatabase, ...options: readonly string[]) =>
  on(database, 'after-recovery', ...options)

describe('after portico after-recovery, what the recovery revived', () => {
  let before: TestService
  let after: TestService
  let program: TestClient
  let citizen: Citizen
  let entered: Entered
  const attempt = { verifier: '', code: '' }
  const links = { registration: '', recovery: '' }
  let said = ''

  beforeAll(async () => {
    const database = await bench.newDatabase()
    before = await startTestService({ database })
    program = await addProgram(before)
    citizen = await addCitizen(before, { securityVersion: 7 })
    entered = await enterProgram(before, program, citizen)
    const second = newAttempt(program)
    Object.assign(attempt, { verifier: second.verifier, code: await obtainCode(entered.browser, second) })
    await askForLink(before, '/api/v1/accounts/recover/', { email: citizen.email })
    await askForLink(before, '/api/v1/accounts/register/', { email: 'new@example.test', full_name: 'New' })
    links.recovery = await linkTo(before, citizen.email)
    links.registration = await linkTo(before, 'new@example.test')
    expect(await introspect(before, program, entered.tokens.access_token)).toMatchObject({ active: true })
    expect((await before.browser().get(links.recovery)).status).toBe(200)
    expect((await before.browser().get(links.registration)).status).toBe(200)
    await before.close()
    const ran = await afterRecovery(database)
    expect([ran.exitCode, ran.out]).toEqual([0, expect.stringContaining('is ended')])
    said = `${ran.out}\n${ran.err}`
    after = await startTestService({ database, clock: before.clock })
  })
  afterAll(() => after.close())

  // proves: threat-backup-revives
  test('is dead: access token, refresh token, code', async () => {
    expect(await introspect(after, program, entered.tokens.access_token)).toEqual({ active: false })
    expect((await refresh(after, program, entered.tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect((await exchange(after, program, attempt)).body.error).toBe('invalid_grant')
  })

  // proves: threat-backup-revives
  test('is dead: the session of a browser', async () => {
    const browser = after.browser()
    for (const [name, value] of entered.browser.cookies) browser.cookies.set(name, value)
    expect(new URL((await browser.get('/account/')).url).pathname).toBe('/login/')
  })

  // proves: threat-backup-revives
  test.each(['recovery', 'registration'] as const)('is dead: the mailed link of a %s', async (kind) => {
    expect((await after.browser().get(links[kind])).status).toBe(400)
  })

  test('is gone from every table that a backup leaves out, and no letter is sent again', async () => {
    const tables = await after.database.db.query<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public'`
    const ended = tables.map(({ name }) => name).filter((name) => isLeftOut(TABLES, name))
    expect(ended.length).toBeGreaterThan(8)
    for (const table of ended) expect(said).toMatch(new RegExp(`^${table}: \\d+ rows deleted$`, 'm'))
    expect(said).toMatch(/^access_tokens: 1 rows deleted$/m)
    expect(said).toMatch(/^outbox: 2 rows deleted$/m)
    const [left] = await after.database.db.query`select 1 from outbox union all select 1 from grants`
    expect(left).toBeUndefined()
  })

  test('is told: what came back, and how many citizens have the new version', () => {
    for (const words of ['new passwords', 'retired client secrets', 'portico keys rotate --emergency'])
      expect(said).toContain(words)
    expect(said).toMatch(/^1 citizens have security version [2-9]\d{8}$/m)
  })

  test('does not matter to a new sign-in: the same subject, its consent and its browser are remembered', async () => {
    const again = await enterProgram(after, program, citizen)
    expect(await introspect(after, program, again.tokens.access_token)).toMatchObject({
      active: true,
      sub: citizen.subject,
    })
  })
})

describe('portico after-recovery', () => {
  const eventsOf = async (database: TestDatabase) =>
    glance(
      database,
      (db) => db.query<{ details: Record<string, unknown> }>`
        select details from audit_events where name = 'recovery-settled' order by at`,
    )
  const versionsOf = async (database: TestDatabase) =>
    (
      await glance(
        database,
        (db) => db.query<{ version: number }>`select distinct security_version as version from citizens`,
      )
    ).map(({ version }) => version)
  const people = async (count: number) => {
    const database = await bench.newDatabase()
    const service = await startTestService({ database })
    for (let made = 0; made < count; made += 1) await addCitizen(service, { securityVersion: made + 1 })
    await service.close()
    return database
  }

  test('leaves every row that a backup has as it was, but for the security versions', async () => {
    const database = await people(3)
    const kept = async () => {
      const tables = await glance(
        database,
        (db) => db.query<{ name: string; rows: string }>`
          select tablename as name,
                 query_to_xml(format('select * from %I order by 1, 2', tablename), false, true, '')::text as rows
            from pg_tables where schemaname = 'public' and tablename <> 'audit_events' order by 1`,
      )
      return tables
        .filter(({ name }) => isKept(TABLES, name) || name === 'schema_migrations')
        .map(({ name, rows }) => [name, rows.replaceAll(/<security_version>\d+</g, '')])
    }
    const before = await kept()
    expect((await afterRecovery(database)).exitCode).toBe(0)
    expect(await kept()).toEqual(before)
  })

  // proves: threat-backup-revives
  test('run again, it gives versions that nobody ever had, and each run is one event', async () => {
    const database = await people(2)
    const first = (await afterRecovery(database, '--json')).json<{ security_version: number }>()
    expect(await versionsOf(database)).toEqual([first.security_version])
    const second = (await afterRecovery(database, '--json')).json<{ security_version: number }>()
    expect(second.security_version).toBeGreaterThan(first.security_version)
    expect(await versionsOf(database)).toEqual([second.security_version])
    const events = await eventsOf(database)
    expect(events.map(({ details }) => details['security_version'])).toEqual([
      first.security_version,
      second.security_version,
    ])
  })

  test('tells the time of the newest event as the moment, and not that of its own event or of a migration', async () => {
    const database = await people(1)
    await glance(
      database,
      (db) => db.query`
        insert into audit_events (event_id, filed_under, at, name, actor, details)
        values (gen_random_uuid(), gen_random_uuid(), '2031-02-03 04:05:06Z', 'signed-in', 'citizen', '{}'),
               (gen_random_uuid(), gen_random_uuid(), '2031-12-03 04:05:06Z', 'migrations-applied', 'system', '{}')`,
    )
    const moments = [await afterRecovery(database, '--json'), await afterRecovery(database, '--json')]
    for (const ran of moments) expect(ran.json()).toMatchObject({ moment: '2031-02-03T04:05:06.000Z' })
  })

  // proves: failover-operator-accepts
  test('makes the timeline of the server the stored one, also where a newer one was stored', async () => {
    const database = await people(1)
    const seen = await glance(database, findTimeline)
    if (!seen) throw new Error('The server tells no timeline')
    const newer = { ...seen, timeline: seen.timeline + 4 }
    await glance(database, (db) => storeTimeline(db, newer, systemClock.now()))
    expect((await on(database, 'client', 'list')).exitCode).toBe(1)
    expect((await afterRecovery(database)).exitCode).toBe(0)
    expect((await on(database, 'client', 'list')).exitCode).toBe(0)
    const stored = await glance(
      database,
      (db) => db.query`
      select system_identifier as "systemIdentifier", timeline from database_timelines`,
    )
    expect(stored).toEqual([seen])
  })

  test('keeps how far a migration in batches is, because the schema went back with it', async () => {
    const database = await people(1)
    await glance(database, (db) => db.query`insert into migration_batches values ('0099-x.sql', 'z', 5)`)
    expect((await afterRecovery(database)).exitCode).toBe(0)
    expect(await glance(database, (db) => db.query`select rows_done from migration_batches`)).toEqual([
      { rows_done: 5 },
    ])
  })
})

describe('portico after-recovery refuses, and changes nothing', () => {
  async function refusal(database: TestDatabase): Promise<string> {
    const before = await contentOf(database)
    const ran = await afterRecovery(database)
    expect([ran.exitCode, ran.out]).toEqual([1, ''])
    expect(ran.err.split('\n').filter((line) => line.startsWith('portico: '))).toHaveLength(1)
    expect(await contentOf(database)).toBe(before)
    return ran.err
  }

  test('while a service uses the database', async () => {
    const database = await bench.newDatabase()
    const service = await startTestService({ database })
    await addCitizen(service)
    expect(await refusal(database)).toMatch(/\(\d+ open sessions?\): stop every one of them first/)
    await service.close()
    expect((await afterRecovery(database)).exitCode).toBe(0)
  })

  test('a database of the time before an update: portico migrate comes first', async () => {
    const database = await bench.newDatabase()
    await glance(database, async (db) => {
      await db.query`delete from schema_migrations`
      await db.query`insert into schema_migrations (name) values ('0030-mailed-links.sql')`
    })
    expect(await refusal(database)).toContain('run portico migrate first')
  })

  test('a database of a newer release', async () => {
    const database = await bench.newDatabase()
    await glance(
      database,
      (db) => db.query`insert into schema_migrations (name, fits_from) values ('0999-more.sql', 11)`,
    )
    expect(await refusal(database)).toContain('(0999-more.sql): run portico after-recovery with that release')
  })

  // A database without Citus is none of the distributed ones.
  testOnOneServer('an empty database', async () => {
    const database = await bench.newDatabase('template1')
    expect((await afterRecovery(database)).err).toContain('The database has no tables of Portico')
  })

  test('a database that is away', async () => {
    const away = { PORTICO_DATABASE_URL: 'postgres://127.0.0.1:1/none', PORTICO_SECRET_KEY: TEST_SECRET_KEY }
    expect(await portico(away, ['after-recovery'])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('The database cannot be reached'),
    })
  })
})

/** A process may be connected to any of the servers. */
test.skipIf(!isDistributed)(
  'portico after-recovery refuses while a process is connected to a worker',
  async () => {
    const database = await bench.newDatabase()
    const [worker] = database.workers
    if (!worker) throw new Error('There is no worker')
    const address = { kind: 'socket', ...worker, database: database.database } as const
    const session = await openSession(address, { application_name: 'portico' })
    await session.runText('select 1')
    expect((await afterRecovery(database)).err).toContain('(1 open session): stop every one of them first')
    await session.close()
    expect((await afterRecovery(database)).exitCode).toBe(0)
  },
)
