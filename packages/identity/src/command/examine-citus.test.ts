import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { isDistributed } from '../../testing/one-server.ts'
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
    { state: 'wrong', says: expect.stringContaining('13.0-1'), mend: expect.stringContaining('scaling.md') },
  ])
})

test.runIf(isDistributed)('where the tables are distributed, nothing is wrong', async () => {
  expect(await examineCitus(database.db)).toMatchObject([{ state: 'ok' }])
})
