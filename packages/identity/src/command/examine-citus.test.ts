import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { examineCitus } from './examine-citus.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

/** The catalogue as Citus leaves it, which is all that the doctor reads. */
async function installCitus(): Promise<void> {
  await database.db.query`
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    values (99999, 'citus', 10, 11, false, '13.0-1')`
  await database.db.query`create table pg_dist_partition (logicalrel regclass not null)`
}

// proves: seeing-doctor
test('without Citus there is nothing to tell', async () => {
  expect(await examineCitus(database.db)).toEqual([])
})

test('Citus without a distributed table is told, with what to do', async () => {
  await installCitus()
  expect(await examineCitus(database.db)).toMatchObject([
    { state: 'wrong', says: expect.stringContaining('13.0-1'), mend: expect.stringContaining('scaling.md') },
  ])
})

test('another distributed table is not enough', async () => {
  await installCitus()
  await database.db.query`insert into pg_dist_partition values ('outbox')`
  expect(await examineCitus(database.db)).toMatchObject([{ state: 'wrong' }])
})

test('where citizens is distributed, nothing is wrong', async () => {
  await installCitus()
  await database.db.query`insert into pg_dist_partition values ('citizens')`
  expect(await examineCitus(database.db)).toMatchObject([{ state: 'ok' }])
})
