import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../testing/database.ts'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { enterProgram, introspect, refresh } from '../../testing/program-flow.ts'
import { startTestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { openSession } from '../platform/postgres/session.ts'
import { isKept, isOurs } from '../platform/postgres/table.ts'
import { TABLES } from '../room-heads.ts'
import { glance, on, openWorkbench, type Workbench } from './backup.fixture.ts'

const LIVING = ['sessions', 'grants', 'authorization_codes', 'access_tokens'] as const

let bench: Workbench

beforeAll(async () => {
  bench = await openWorkbench()
})
afterAll(() => bench.clear())

async function versionsIn(database: TestDatabase): Promise<ReadonlyMap<string, number>> {
  const rows = await glance(
    database,
    (db) => db.query<{ email: string; version: number }>`
      select email, security_version as version from citizens order by email`,
  )
  return new Map(rows.map(({ email, version }) => [email, version]))
}

async function signOut(database: TestDatabase, { email }: Citizen, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    expect((await on(database, 'citizen', 'sign-out', email, '--reason', 'test')).exitCode).toBe(0)
}

/** Runs plain SQL, as an operator does with psql. */
async function runSql(database: TestDatabase, sql: string): Promise<readonly Record<string, unknown>[]> {
  const session = await openSession(database.address)
  try {
    return await session.runText(sql)
  } finally {
    await session.close()
  }
}

async function rowsOf(database: TestDatabase, table: string): Promise<string> {
  const [found] = await runSql(database, `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`)
  return String(found?.['rows'])
}

describe('portico restore gives every citizen a version that nobody ever had', () => {
  // proves: threat-backup-revives
  test('into an empty database, into one that went on, and again from the same backup', async () => {
    const service = await startTestService()
    const ada = await addCitizen(service)
    const bob = await addCitizen(service, { securityVersion: 40 })
    const given = new Map([ada, bob].map(({ email }) => [email, new Set<number>()]))
    /** Records the current versions. None of them may have existed before. */
    const note = async (database: TestDatabase) => {
      for (const [email, version] of await versionsIn(database)) {
        expect(given.get(email)).not.toContain(version)
        given.get(email)?.add(version)
      }
    }
    await note(service.database)
    const folder = bench.newPath()
    expect((await on(service.database, 'backup', folder)).exitCode).toBe(0)
    await service.service.server.close()
    await signOut(service.database, ada, 3)
    await signOut(service.database, bob, 1)
    await note(service.database)

    const first = await bench.newDatabase()
    expect((await on(first, 'restore', folder)).exitCode).toBe(0)
    await note(first)
    await signOut(first, ada, 2)
    await signOut(first, bob, 4)
    await note(first)
    expect((await on(first, 'restore', folder, '--force')).exitCode).toBe(0)
    await note(first)
    const highest = [...given.values()].map((versions) => Math.max(...versions))
    expect([...(await versionsIn(first)).values()]).toEqual(highest)
    await service.close()
  })

  // proves: threat-backup-revives
  test('what carries an older version is refused, even if its rows came back by another way', async () => {
    const before = await startTestService()
    const program = await addProgram(before)
    const citizen = await addCitizen(before)
    const entered = await enterProgram(before, program, citizen)
    const folder = bench.newPath()
    expect((await on(before.database, 'backup', folder)).exitCode).toBe(0)
    const target = await bench.newDatabase()
    expect((await on(target, 'restore', folder)).exitCode).toBe(0)
    for (const table of LIVING) {
      const rows = (await rowsOf(before.database, table)).replaceAll("'", "''")
      await runSql(
        target,
        `insert into ${table} select * from json_populate_recordset(null::${table}, '${rows}')`,
      )
    }
    const after = await startTestService({ database: target, clock: before.clock })
    expect(await introspect(before, program, entered.tokens.access_token)).toMatchObject({ active: true })
    expect(await introspect(after, program, entered.tokens.access_token)).toEqual({ active: false })
    expect((await refresh(after, program, entered.tokens.refresh_token)).body.error).toBe('invalid_grant')
    const browser = after.browser()
    for (const [name, value] of entered.browser.cookies) browser.cookies.set(name, value)
    expect(new URL((await browser.get('/account/sessions/')).url).pathname).toBe('/login/')
    await after.close()
    await before.close()
  })
})

describe('the SQL of the runbook, after a dump was restored by other means', () => {
  /** The one block of SQL in the runbook. */
  async function fromRunbook(): Promise<string> {
    const text = await readFile(new URL('../../../../docs/runbooks/backup.md', import.meta.url), 'utf8')
    const [, sql = ''] = /```sql\n([^`]+)```/.exec(text) ?? []
    expect(sql).toContain('update citizens')
    return sql
  }

  // proves: threat-backup-revives
  test('ends everything that the dump revived, and raises every version', async () => {
    const service = await startTestService()
    const program = await addProgram(service)
    const citizen = await addCitizen(service)
    const entered = await enterProgram(service, program, citizen)
    await runSql(service.database, await fromRunbook())
    expect((await versionsIn(service.database)).get(citizen.email)).toBeGreaterThan(200_000_000)
    const tables = await runSql(
      service.database,
      "select tablename from pg_tables where schemaname = 'public'",
    )
    const leftOut = tables
      .map(({ tablename }) => String(tablename))
      .filter((name) => isOurs(TABLES, name) && !isKept(TABLES, name))
    for (const table of leftOut.filter((name) => name !== 'schema_migrations'))
      expect([table, await rowsOf(service.database, table)]).toEqual([table, '[]'])
    expect(await introspect(service, program, entered.tokens.access_token)).toEqual({ active: false })
    expect(
      await introspect(service, program, (await enterProgram(service, program, citizen)).tokens.access_token),
    ).toMatchObject({ active: true })
    await service.close()
  })
})
