// Takes over 10 s: every table that grows is filled for 200 000 citizens, and PostgreSQL logs the plan of each statement.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endAllSessions } from '../testing/access-endings.ts'
import { fillTables } from '../testing/crowd.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { listenAt } from '../testing/ended-feed.ts'
import { fakeClock } from '../testing/fake-clock.ts'
import {
  listenToPlans,
  type PlanListener,
  type PlanStep,
  type RunStatement,
  stepsOf,
} from '../testing/listen-to-plans.ts'
import { addCitizen, addProgram, signIn, TEST_PASSWORD, type TestClient } from '../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  newIdempotencyKey,
  postForm,
  refresh,
  refreshWithKey,
} from '../testing/program-flow.ts'
import type { TestBrowser } from '../testing/test-browser.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { disconnectProgram } from './account-pages/disconnect-program.ts'
import { findOverdue, purgeExported } from './audit/index.ts'
import { beginFollowing, exportDays, followEvents, listEvents } from './audit-log/index.ts'
import { findForOperator } from './citizens/index.ts'
import { openCleaningPool, openFullRun } from './housekeeping.ts'
import {
  claimLetter,
  postponeLetter,
  removeExpiredLetters,
  removeLetter,
  setDue,
} from './mail/outbox-store.ts'
import { EPOCH, plusSeconds } from './platform/clock.ts'
import { openPurgeRun } from './platform/postgres/purge-run.ts'

/** Rows of each table that grows. */
const CITIZENS = 200_000
const BIG_TABLE_ROWS = 10_000
const DAY_SECONDS = 24 * 60 * 60

let database: TestDatabase
let listener: PlanListener
let service: TestService
let program: TestClient
let big: ReadonlySet<string>
/** The first column of each index, as PostgreSQL writes it. */
let firstColumns: ReadonlyMap<string, string>
/** How many columns each index has. */
let widths: ReadonlyMap<string, number>

beforeAll(async () => {
  database = await createTestDatabase()
  const clock = fakeClock()
  listener = await listenToPlans(database)
  service = await startTestService({
    database,
    clock,
    environment: { PORTICO_LIMIT_REGISTER_PER_IP_HOUR: '1000', PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '1000' },
  })
  program = await addProgram(service)
  await fillTables(database, { citizens: CITIZENS, nowSeconds: clock.now(), clientId: program.clientId })
  const tables = await database.db.query<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and reltuples >= ${BIG_TABLE_ROWS}`
  big = new Set(tables.map(({ name }) => name))
  const indexes = await database.db.query<{ name: string; column: string; width: number }>`
    select c.relname as name, pg_get_indexdef(c.oid, 1, true) as "column", i.indnatts::int as width
      from pg_index i join pg_class c on c.oid = i.indexrelid`
  firstColumns = new Map(indexes.map(({ name, column }) => [name, column]))
  widths = new Map(indexes.map(({ name, width }) => [name, width]))
})
afterAll(async () => {
  await service.close()
  await listener.close()
  await database.drop()
})

/** Why a step reads more than it was asked for; nothing where it does not. */
function fault(step: PlanStep): string | undefined {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index } = step
  if (type.includes('Seq Scan')) return big.has(table) ? `reads all of ${table}` : undefined
  return index === undefined ? undefined : indexFault(index, step['Index Cond'] ?? '')
}

function indexFault(index: string, condition: string): string | undefined {
  const column = firstColumns.get(index)
  if (column === undefined) return `${index} is unknown`
  const isBig = [...big].some((name) => index.startsWith(name))
  return isBig && !condition.includes(column) ? `reads ${index} without ${column}` : undefined
}

/** Whether rows are held in a step that runs once for each row of another one: twice as many would take four times as long. */
function holdsAgainAndAgain(step: PlanStep, again = false): boolean {
  if (again && step['Node Type'] === 'LockRows') return true
  return (step.Plans ?? []).some((below) => {
    const { 'Parent Relationship': place } = below
    const isInner = step['Node Type'] === 'Nested Loop' && place === 'Inner'
    return holdsAgainAndAgain(below, place !== 'InitPlan' && (again || isInner))
  })
}

/** A statement for all requests of a moment reads one row for each: it names all columns of the keys that it reads by. */
function halfKeys({ statement, plan }: RunStatement): readonly string[] {
  if (!statement.includes('from unnest(')) return []
  return stepsOf(plan).flatMap(({ 'Index Name': index, 'Index Cond': condition = '' }) => {
    const isWhole = index === undefined || condition.split(' AND ').length === widths.get(index)
    return isWhole && (index === undefined || condition !== '') ? [] : [`reads ${index} by half its key`]
  })
}

function faultsOf(statements: readonly RunStatement[]): readonly string[] {
  return statements.flatMap((run) => {
    const { statement, plan } = run
    const found = [...stepsOf(plan).flatMap((step) => fault(step) ?? []), ...halfKeys(run)]
    const all = holdsAgainAndAgain(plan) ? [...found, 'holds rows again and again'] : found
    return all.map((one) => `${one}: ${statement.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
  })
}

/** The big tables that were read or written. */
function tablesOf(statements: readonly RunStatement[]): readonly string[] {
  const names = statements.flatMap(({ plan }) => stepsOf(plan).map((step) => step['Relation Name'] ?? ''))
  return [...new Set(names)].filter((name) => big.has(name)).sort()
}

async function expectByKey(deed: () => Promise<unknown>, tables: readonly string[]): Promise<void> {
  const statements = await listener.during(deed)
  expect(faultsOf(statements)).toEqual([])
  expect(tablesOf(statements)).toEqual(expect.arrayContaining([...tables]))
}

async function entered() {
  const who = await addCitizen(service)
  return { who, ...(await enterProgram(service, program, who)) }
}

async function codeFrom(browser: TestBrowser) {
  const attempt = newAttempt(program)
  const answer = await browser.get(authorizeAddress(attempt), { follow: false })
  return { ...attempt, code: callbackParameters(answer).get('code') ?? '' }
}

test('the tables that grow are all filled', () => {
  const counted = [
    [
      'access_tokens',
      'audit_events',
      'authorization_codes',
      'citizens',
      'connections',
      'grants',
      'known_devices',
    ],
    ['login_emails', 'mailed_links', 'outbox', 'rate_counters', 'sessions'],
    ['guessed_addresses', 'sign_in_failures'],
  ].flat()
  expect([...big].sort()).toEqual(expect.arrayContaining(counted))
})

// proves: threat-table-growth
test('a statement that reads a whole table, or a whole index, is noticed', async () => {
  const statements = await listener.during(async () => {
    await service.foundation.db.query`select 1 from citizens where full_name = ${'nobody'}`
    await service.foundation.reads.query`select 1 from access_tokens where token_hash = ${Buffer.alloc(32)}`
  })
  expect(faultsOf(statements).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'reads all',
    expect.stringMatching(/^reads (?:all|access_tokens_pkey)$/),
  ])
})

describe('with 200 000 rows in each table no statement reads more than its keys, nor all of an index, when', () => {
  // proves: threat-table-growth
  test('a token is introspected, be it alive, unknown or of another program', async () => {
    const { tokens } = await entered()
    const other = await addProgram(service)
    await expectByKey(async () => {
      expect(await introspect(service, program, tokens.access_token)).toMatchObject({ active: true })
      expect(await introspect(service, other, tokens.access_token)).toMatchObject({ active: false })
      expect(await introspect(service, program, `pat_${'A'.repeat(64)}`)).toMatchObject({ active: false })
    }, ['access_tokens', 'citizens'])
  })

  test('userinfo is read', async () => {
    const { tokens } = await entered()
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    await expectByKey(async () => {
      expect((await fetch(`${service.baseUrl}/o/userinfo/`, { headers })).status).toBe(200)
    }, ['access_tokens', 'citizens'])
  })

  // proves: threat-table-growth
  test('a signed-in citizen goes through /o/authorize/ and the code is exchanged', async () => {
    const { browser } = await entered()
    await expectByKey(async () => {
      expect((await exchange(service, program, await codeFrom(browser))).status).toBe(200)
    }, ['access_tokens', 'authorization_codes', 'citizens', 'connections', 'grants', 'sessions'])
  })

  test('a code is exchanged with a wrong verifier, and twice', async () => {
    const { browser } = await entered()
    const code = await codeFrom(browser)
    await expectByKey(async () => {
      expect((await exchange(service, program, { ...code, verifier: 'x'.repeat(43) })).status).toBe(400)
      expect((await exchange(service, program, code)).status).toBe(200)
      expect((await exchange(service, program, code)).status).toBe(400)
    }, ['authorization_codes', 'grants'])
  })

  // proves: threat-table-growth
  test('a refresh token is rotated, and used a second time', async () => {
    const { tokens } = await entered()
    await expectByKey(async () => {
      expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
      service.clock.advance(30)
      expect((await refresh(service, program, tokens.refresh_token)).status).toBe(400)
    }, ['access_tokens', 'citizens', 'grants'])
  })

  test('a refresh is repeated with its key', async () => {
    const { tokens } = await entered()
    const asked = { token: tokens.refresh_token, key: newIdempotencyKey() }
    await expectByKey(async () => {
      for (let time = 0; time < 2; time += 1)
        expect((await refreshWithKey(service, program, asked)).status).toBe(200)
    }, ['access_tokens', 'citizens', 'grants'])
  })

  test('a program revokes a token', async () => {
    const { tokens } = await entered()
    await expectByKey(async () => {
      const headers = { authorization: program.basic }
      for (const token of [tokens.access_token, tokens.refresh_token])
        expect((await postForm(service, '/o/revoke/', { token }, headers)).status).toBe(200)
    }, ['access_tokens', 'grants'])
  })

  test('a program hears what has ended', async () => {
    const { browser, who } = await entered()
    const listener = await listenAt([service.baseUrl], program)
    await expectByKey(async () => {
      const waiting = listener.until(who.subject)
      await browser.submit(await browser.get('/logout/'))
      await waiting
    }, ['audit_events', 'citizens', 'grants', 'sessions'])
  })

  test('a program is disconnected, and all sessions end', async () => {
    const { who } = await entered()
    const origin = { actor: 'citizen', address: '127.0.0.1', requestId: 'plans' } as const
    await expectByKey(async () => {
      const { citizenId } = who
      await disconnectProgram(service.foundation, { citizenId, clientId: program.clientId, origin })
      await endAllSessions(service.foundation, citizenId)
    }, ['access_tokens', 'authorization_codes', 'connections', 'grants', 'sessions'])
  })

  test('a session is looked up, listed, and ended', async () => {
    const { browser } = await entered()
    service.clock.advance(600)
    await expectByKey(async () => {
      for (const path of [
        '/account/',
        '/account/security/',
        '/account/sessions/',
        '/account/programs/',
        '/account/activity/',
      ])
        expect((await browser.get(path)).status).toBe(200)
      await browser.submit(await browser.get('/logout/'))
    }, ['access_tokens', 'citizens', 'connections', 'grants', 'sessions'])
  })

  test('somebody signs in, after a wrong password', async () => {
    const who = await addCitizen(service)
    const browser = service.browser()
    await expectByKey(async () => {
      const page = await browser.get('/login/')
      await browser.submit(page, { email: who.email, password: 'no such password at all' })
      await signIn(browser, who)
    }, ['citizens', 'guessed_addresses', 'known_devices', 'login_emails', 'sessions', 'sign_in_failures'])
  })

  test('somebody registers, and recovers an account', async () => {
    const who = await addCitizen(service)
    await expectByKey(async () => {
      const browser = service.browser()
      const form = await browser.get('/register/')
      await browser.submit(form, {
        email: 'new@example.test',
        full_name: 'New',
        phone_number: '+34 600 000 000',
      })
      for (const email of [who.email, 'nobody@example.test'])
        await browser.submit(await browser.get('/recover/'), { email })
    }, ['mailed_links', 'outbox', 'rate_counters'])
  })

  test('a password is changed, which ends everything else', async () => {
    const { browser } = await entered()
    await expectByKey(async () => {
      const page = await browser.get('/account/password/')
      const passwords = { current_password: TEST_PASSWORD, password: 'eleven purple kettles' }
      expect((await browser.submit(page, passwords)).html.text).toContain('Your password is changed')
    }, ['citizens', 'sessions'])
  })

  // proves: threat-table-growth
  test('what is over is removed', async () => {
    const db = openCleaningPool(database.address)
    await expectByKey(
      async () => {
        let removed = 0
        const run = openFullRun({ db, clock: service.clock }, (rows) => (removed += rows))
        expect(await run.round()).toBe('again')
        await run.round()
        expect(removed).toBeGreaterThan(1000)
      },
      [...big].filter(
        (table) => !['citizens', 'login_emails', 'connections', 'outbox', 'audit_events'].includes(table),
      ),
    )
    await db.close()
  })

  // proves: threat-table-growth
  test('letters are claimed, sent, postponed and given up', async () => {
    const { db } = service.foundation
    const now = service.clock.now()
    await expectByKey(async () => {
      await removeExpiredLetters(db, now)
      const letter = await claimLetter(db, plusSeconds(now, 2 * DAY_SECONDS), plusSeconds(now, 20))
      if (!letter) throw new Error('No letter is due')
      await setDue(db, [letter.messageId], plusSeconds(now, 40))
      await postponeLetter(db, letter.messageId, plusSeconds(now, 60))
      await setDue(db, [letter.messageId], now)
      expect(await removeLetter(db, letter.messageId)).toBe(true)
    }, ['outbox'])
  })

  test('an operator reads and follows the audit, of everybody and of one citizen', async () => {
    const { who } = await entered()
    const { reads: db } = service.foundation
    const now = service.clock.now()
    await expectByKey(async () => {
      for (const citizenId of [null, who.citizenId]) {
        const selection = { citizenId, since: EPOCH, most: 20 }
        expect((await listEvents({ db }, selection)).length).toBeGreaterThan(0)
        const { followed } = await beginFollowing({ db }, { ...selection, most: 1 }, now)
        await followEvents({ db }, citizenId, followed, now)
      }
    }, ['audit_events', 'citizens'])
  })

  // proves: growth-audit-retention
  test('a day of the audit is exported, and then deleted', async () => {
    const { reads, random } = service.foundation
    const clock = fakeClock()
    clock.advance(service.clock.now() - clock.now() + 40 * DAY_SECONDS)
    const folder = await mkdtemp(join(tmpdir(), 'portico-plans-'))
    await expectByKey(async () => {
      const needs = { ...service.foundation, clock, progress: () => undefined }
      const days = await exportDays(needs, folder, new AbortController().signal)
      expect(days.reduce((sum, { events }) => sum + events, 0)).toBeGreaterThan(CITIZENS / 5)
      const purge = purgeExported({
        retentionDays: 30,
        random,
        letGo: async () => 'said',
        awaits: async () => false,
      })
      const run = openPurgeRun({ db: reads, clock }, [purge], () => undefined)
      while ((await run.round()) === 'again');
      expect(await findOverdue({ db: reads, awaits: async () => false }, clock.now(), 30)).toBeUndefined()
    }, ['audit_events', 'citizens'])
    await rm(folder, { recursive: true })
  })

  test('an operator looks for a citizen, by address and by subject', async () => {
    const { who } = await entered()
    await expectByKey(async () => {
      const byAddress = await findForOperator(service.foundation.db, who.email)
      expect(byAddress?.citizenId).toBe(who.citizenId)
      expect(await findForOperator(service.foundation.db, byAddress?.subject ?? '')).toEqual(byAddress)
    }, ['citizens', 'login_emails'])
  })

  test('requests are counted', async () => {
    await expectByKey(async () => {
      service.clock.advance(120)
      await postForm(service, '/o/token/', {}, { authorization: program.basic })
    }, ['rate_counters'])
  })
})
