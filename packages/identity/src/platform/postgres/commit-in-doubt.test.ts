import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { testOnOneServer } from '../../../testing/one-server.ts'
import { type DatabasePool, openPool } from './connect.ts'
import { DatabaseUnavailable } from './database.ts'
import { saysCommitInDoubt } from './outage.ts'
import { openSession } from './session.ts'

// A trigger warns at the commit, as Citus does when a server is lost amid it.

const LOST_SERVER = 'failed to commit transaction on 10.0.0.2:5432'

let database: TestDatabase
let pool: DatabasePool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.address, { connections: 1, deadlineMilliseconds: 20_000, access: 'any' })
  const session = await openSession(database.address)
  await session.runText(`
    create table kept (n int primary key, warning text);
    create function warn() returns trigger language plpgsql as $$
      begin
        if new.warning is not null then raise warning '%', new.warning; end if;
        return null;
      end $$;
    create constraint trigger warn after insert on kept deferrable initially deferred
      for each row execute function warn()`)
  await session.close()
})
afterAll(async () => {
  await pool?.close()
  await database.drop()
})
beforeEach(() => pool.query`truncate kept`)

const insert = (n: number, warning: string | null) => (db: Pick<DatabasePool, 'query'>) =>
  db.query<{ n: number }>`insert into kept values (${n}, ${warning}) returning n`

// proves: threat-database-outage
testOnOneServer('a commit that a lost server has not made yet is not acknowledged', async () => {
  await expect(pool.transaction(insert(1, LOST_SERVER))).rejects.toThrow(DatabaseUnavailable)
  await expect(insert(2, LOST_SERVER)(pool)).rejects.toThrow(DatabaseUnavailable)
  // It comes true all the same, so the caller may only be told that nothing is known.
  expect(await pool.query`select n from kept order by n`).toEqual([{ n: 1 }, { n: 2 }])
})

testOnOneServer('statements of the same connection, before and after, are acknowledged', async () => {
  const outcomes = await Promise.allSettled([
    insert(1, null)(pool),
    insert(2, LOST_SERVER)(pool),
    insert(3, null)(pool),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await pool.transaction(insert(4, null))).toEqual([{ n: 4 }])
})

testOnOneServer('a session that distributes or migrates is told, too', async () => {
  const session = await openSession(database.address)
  const text = `insert into kept values (1, '${LOST_SERVER}')`
  await expect(session.runText(text)).rejects.toThrow(DatabaseUnavailable)
  await session.close()
})

test('the warning counts in every language of the server: Citus translates nothing, and PostgreSQL the severity', () => {
  const notice = { severity: 'VAROVÁNÍ', message: LOST_SERVER }
  expect(saysCommitInDoubt(notice)).toBe(true)
})

testOnOneServer.each(['a warning of another kind', 'it failed to commit transaction on 10.0.0.2:5432'])(
  'another warning changes nothing: "%s"',
  async (warning) => {
    expect(await pool.transaction(insert(1, warning))).toEqual([{ n: 1 }])
    expect(await insert(2, warning)(pool)).toEqual([{ n: 2 }])
  },
)
