import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { isDistributed } from '../../testing/one-server.ts'
import { openSession, type Session } from '../platform/postgres/session.ts'
import { countOtherConnections, findCluster, findTables } from './distribution-store.ts'

let database: TestDatabase
let session: Session

beforeAll(async () => {
  database = await createTestDatabase()
  session = await openSession(database.address, { application_name: 'portico' })
})
afterAll(async () => {
  await session.close()
  await database.drop()
})

/** The tables of Citus's catalogue that are read here, as its manual describes them ("Metadata Tables"). */
const CATALOGUE = `
  create table pg_dist_local_group (groupid int);
  create table pg_dist_node (noderole text, shouldhaveshards bool);
  create table pg_dist_partition (logicalrelid regclass);
  insert into pg_dist_node values ('primary', true), ('primary', true), ('secondary', true), ('primary', false);
  create table papers (id int);
  create table sheets (id int);
  create view read_papers as select id from papers;
  insert into pg_dist_partition values ('papers');
  create schema elsewhere;
  create table elsewhere.sheets (id int);
  create table elsewhere.hidden (id int)`

describe.skipIf(isDistributed)('with the tables of Citus', () => {
  beforeAll(() => session.runText(CATALOGUE))

  test('another extension is not Citus', async () => {
    expect(await findCluster(session)).toEqual({ hasExtension: false, isCoordinator: false, workers: 0 })
  })

  test('the workers are the primaries that have shards, and the coordinator has the group 0', async () => {
    await database.db.query`
      insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      values (99999, 'citus', 10, 11, false, '13.0-1')`
    expect(await findCluster(session)).toEqual({ hasExtension: true, isCoordinator: true, workers: 2 })
    await session.runText('insert into pg_dist_local_group values (3)')
    expect(await findCluster(session)).toEqual({ hasExtension: true, isCoordinator: false, workers: 2 })
  })

  test('the named tables are found in the own schema, in their order, and no view', async () => {
    const found = await findTables(session, ['sheets', 'papers', 'read_papers', 'hidden'])
    expect(found.map(({ table, isDistributed: isPlaced }) => [table, isPlaced])).toEqual([
      ['sheets', false],
      ['papers', true],
    ])
  })
})

test('other connections are those of Portico to this database, without the own one', async () => {
  const other = await createTestDatabase()
  const sessions = await Promise.all([
    openSession(database.address, { application_name: 'portico' }),
    openSession(database.address, { application_name: 'another program' }),
    openSession(other.address, { application_name: 'portico' }),
  ])
  try {
    const [named] = await session.runText<{ all: number }>(
      `select count(*)::int as all from pg_stat_activity
        where datname = current_database() and application_name = 'portico'`,
    )
    expect((await countOtherConnections(session)) + 1).toBe(named?.all)
  } finally {
    for (const one of sessions) await one.close()
    await other.drop()
  }
})
