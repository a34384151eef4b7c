// Takes over 10 s: TypeScript reads the types of all statements in the sources, and PostgreSQL describes each of them.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../packages/identity/testing/database.ts'
import {
  type DescribingClient,
  openDescribingClient,
} from '../../packages/identity/testing/describing-client.ts'
import { filesBelow } from '../checks/lib/source-files.ts'
import { type ClaimedRows, claimedRows } from './claimed-rows.ts'
import { type DriverOptions, faultsOf } from './described-rows.ts'

let database: TestDatabase
let sql: DescribingClient

beforeAll(async () => {
  database = await createTestDatabase()
  sql = openDescribingClient(database)
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const sourcesBelow = (folder: string) =>
  filesBelow([folder], (path) => /(?<!\.(test|test-d|fixture))\.ts$/.test(path)).map(({ path }) => path)

/** The statements that make the tables of one connection. */
const temporaryTablesBelow = (folder: string): readonly string[] =>
  sourcesBelow(folder).flatMap(
    (path) => readFileSync(path, 'utf8').match(/create table pg_temp\.[^`]+/g) ?? [],
  )

async function faultsIn(statements: readonly ClaimedRows[], driver: DriverOptions): Promise<string[]> {
  const faults: string[] = []
  for (const one of statements) faults.push(...(await faultsOf(sql, one, driver)))
  return faults
}

/** The driver of the identity service reads `bigint` as a number; `pg` reads it as text. */
const IDENTITY = { bigint: 'number' } as const
const PG = { bigint: 'string' } as const

test('each row that the identity service declares has the columns and types that PostgreSQL describes', async () => {
  const statements = claimedRows(sourcesBelow('packages/identity/src'))
  for (const text of temporaryTablesBelow('packages/identity/src')) await sql.unsafe(text)
  expect(statements.length).toBeGreaterThan(40)
  const faults = await faultsIn(statements, IDENTITY)
  // Their tables are known at run time, or those of the statements that are handed in: housekeeping.test.ts runs them for each table. The parts of the home are those of its rooms:
  // home.test.ts and the tests of the rooms read each.
  const madeAtRunTime = faults.filter((fault) =>
    /\/(?:purge-expired|select-values|parts)\.ts:\d+: the text .* is not constant$/.test(fault),
  )
  expect(madeAtRunTime).toHaveLength(4)
  // The lists of Citus are on Citus alone: several-servers.test.ts reads them there.
  const onCitus = faults.filter((fault) => /relation "pg_dist_\w+" does not exist$/.test(fault))
  expect(onCitus).not.toEqual([])
  expect(faults.filter((fault) => ![...madeAtRunTime, ...onCitus].includes(fault))).toEqual([])
})

test('each row that the embedded server declares has the columns and types that PostgreSQL describes', async () => {
  const statements = claimedRows(sourcesBelow('packages/embedded-postgres/src'))
  expect(statements.length).toBeGreaterThan(0)
  expect(await faultsIn(statements, PG)).toEqual([])
})

test('each row that the parking permits declare has the columns and types that PostgreSQL describes', async () => {
  const schema = new URL('../../examples/parking-permits/server/platform/schema.sql', import.meta.url)
  await sql.unsafe(readFileSync(schema, 'utf8'))
  const statements = claimedRows(sourcesBelow('examples/parking-permits/server'))
  expect(statements.length).toBeGreaterThan(7)
  expect(await faultsIn(statements, PG)).toEqual([])
})

test('a row that PostgreSQL does not return is a fault', async () => {
  const faults = await faultsIn(claimedRows(['scripts/rows/faulty.fixture.ts']), IDENTITY)
  expect(faults.map((fault) => fault.replace(/^\S+: /, ''))).toEqual([
    'column "email" is not in the type of the row',
    'the statement returns no column "emial"',
    'column "email" is not in the type of the row',
    'column "subject" is uuid, read as string; the row says number',
    'column "at" is timestamptz, read as Date; the row says string or Date',
    'column "spent_at" may be null; the row does not say so',
    'relation "nowhere" does not exist',
    'the text of the statement is not constant',
    'column "highest" is int4, read as number; the row says string',
  ])
})
