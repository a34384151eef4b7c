import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeConsoleRole } from '../../testing/console-role.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { isDistributed, testOnOneServer } from '../../testing/one-server.ts'
import type { Database } from '../platform/postgres/database.ts'
import { examineCitus } from './examine-citus.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

/** Says that the extension is installed. */
async function installCitus(): Promise<void> {
  await database.db.query`
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (99999, 'citus', 10, 11, false, '13.0-1')`
}

// proves: seeing-doctor
test.skipIf(isDistributed)('without Citus there is nothing to tell', async () => {
  expect(await examineCitus(database.db)).toEqual([])
})

test.skipIf(isDistributed)('Citus without a distributed table is told, with what to do', async () => {
  await installCitus()
  expect(await examineCitus(database.db)).toMatchObject([
    { state: 'wrong', says: expect.stringContaining('13.0-1'), mend: expect.stringContaining('citus.md') },
  ])
})

test.skipIf(isDistributed)('commits are told where no setting says how soon', async () => {
  await installCitus()
  const db: Database = { ...database.db, layout: async () => 'distributed' }
  expect(await examineCitus(db)).toMatchObject([
    { state: 'ok' },
    { state: 'wrong', says: expect.stringMatching(/never/) },
    { state: 'wrong', mend: expect.stringContaining('portico distribute') },
  ])
})

testOnOneServer('a console that can read nothing is told', async () => {
  await installCitus()
  const told = async () =>
    (await examineCitus({ ...database.db, layout: async () => 'distributed' })).map(({ check }) => check)
  expect(await told()).not.toContain('console on Citus')
  const console = await makeConsoleRole(database)
  expect(await told()).toContain('console on Citus')
  await console.drop()
})

test.runIf(isDistributed)('where the tables are distributed, nothing is wrong', async () => {
  expect(await examineCitus(withInterval('5000'))).toMatchObject([{ state: 'ok' }])
})

test.runIf(isDistributed).each([
  ['60000', /up to 60 s/],
  ['-1', /never/],
])('commits that are made late are told: every %s ms', async (interval, says) => {
  expect(await examineCitus(withInterval(interval))).toMatchObject([
    { state: 'ok' },
    {
      state: 'wrong',
      says: expect.stringMatching(says),
      mend: expect.stringContaining('recover_2pc_interval'),
    },
  ])
})

/** The database, with this setting of its server. */
function withInterval(interval: string): Database {
  const { db } = database
  return {
    ...db,
    query: (statement, ...values) =>
      statement.join('').includes('recover_2pc_interval')
        ? db.query`select ${interval}::int as interval`
        : db.query(statement, ...values),
  }
}
