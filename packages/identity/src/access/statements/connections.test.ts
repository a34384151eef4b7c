import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { whileChanged } from '../../../testing/while-changed.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import {
  countConnectionBlocks,
  deleteConnectionsIn,
  deleteConnectionsOnEachServer,
  saveConnection,
} from './connections.ts'

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(() => db.query`truncate connections`)

const ADA = '11111111-1111-4111-8111-111111111111'
const NOW = 1_800_000_000 as UnixSeconds
const save = (tx: Database, scope: string) =>
  saveConnection(tx, { citizenId: ADA, clientId: 'permits', scope }, NOW)

/** The same transaction, whose second statement runs within `around`. */
function atSecond(tx: Database, around: <Answer>(run: () => Promise<Answer>) => Promise<Answer>): Database {
  let count = 0
  const query = <Row>(...[text, ...values]: Parameters<Database['query']>) => {
    count += 1
    const run = () => tx.query<Row>(text, ...values)
    return count === 2 ? around(run) : run()
  }
  return Object.assign(Object.create(tx), { query })
}

test('a scope that another request begins to add after the first look of this one is kept, too', async () => {
  await save(db, 'openid')
  await db.transaction((tx) =>
    save(
      atSecond(tx, (read) => whileChanged(database, (other) => save(other, 'email'), read)),
      'phone',
    ),
  )
  expect(await db.query`select scope from connections`).toEqual([{ scope: 'email openid phone' }])
})

test('the connections of one client are deleted in a range of blocks, and no others', async () => {
  await db.query`
    insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
    select gen_random_uuid(), case when n % 2 = 0 then 'permits' else 'library' end, 'openid', now(), now()
      from generate_series(1, 600) as n`
  expect(await countConnectionBlocks(db)).toBeGreaterThan(3)
  const blocksOf = async (clientId: string) =>
    (
      await db.query<{ block: number }>`
        select distinct (ctid::text::point)[0]::int as block from connections where client_id = ${clientId} order by block`
    ).map(({ block }) => block)
  const all = await blocksOf('permits')
  expect(all.slice(0, 4)).toEqual([0, 1, 2, 3])
  expect(await deleteConnectionsIn(db, 'permits', { first: 1, behindLast: 3 })).toBeGreaterThan(0)
  expect(await blocksOf('permits')).toEqual(all.filter((block) => block !== 1 && block !== 2))
  expect(await blocksOf('library')).toEqual(all)
})

test('the connections of one client are deleted on each server, and no others', async () => {
  await save(db, 'openid')
  await saveConnection(db, { citizenId: ADA, clientId: 'library', scope: 'openid' }, NOW)
  expect(await deleteConnectionsOnEachServer(db, 'permits')).toBe(1)
  expect(await db.query`select client_id as "clientId" from connections`).toEqual([{ clientId: 'library' }])
})
