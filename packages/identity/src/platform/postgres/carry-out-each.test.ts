import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { fakeClock } from '../../../testing/fake-clock.ts'
import { EPOCH, type UnixSeconds } from '../clock.ts'
import { carryOutEach } from './carry-out-each.ts'
import type { Database } from './database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query`create table steps (id text primary key, is_done boolean not null default false)`
})
afterAll(() => database.drop())
beforeEach(() => database.db.query`truncate steps`)

const findDue = async (db: Database, _now: UnixSeconds, most: number) => {
  const rows = await db.query<{ id: string }>`
    select id from steps where not is_done order by id limit ${most}`
  return rows.map(({ id }) => id)
}

/** Carries out what is due in one batch. A step that `fails` has written before. */
const carryOut = (fails: (id: string) => boolean, most = 1000) =>
  carryOutEach(findDue, async ({ db }, id) => {
    await db.query`update steps set is_done = true where id = ${id}`
    if (fails(id)) throw new Error(`${id} cannot be carried out`)
  })({ db: database.db, clock: fakeClock() }, { from: EPOCH, most, seconds: 1 })

const add = (count: number) => database.db.query`
  insert into steps select to_char(n, 'FM000') from generate_series(1, ${count}) n`

const due = () => findDue(database.db, EPOCH, 1000)

test('one that fails stays due, writes nothing, and holds up no other', async () => {
  await add(3)
  await expect(carryOut((id) => id === '002')).rejects.toThrow('002 cannot be carried out')
  expect(await due()).toEqual(['002'])
  expect(await carryOut(() => false)).toMatchObject({ removed: 1, isFull: false })
  expect(await due()).toEqual([])
})

test('of several that fail, the first is told', async () => {
  await add(3)
  await expect(carryOut((id) => id !== '002')).rejects.toThrow('001 cannot be carried out')
  expect(await due()).toEqual(['001', '003'])
})

test('a batch has twenty at most, and as few as it is given', async () => {
  await add(25)
  expect(await carryOut(() => false)).toMatchObject({ removed: 20, isFull: true })
  expect(await carryOut(() => false, 2)).toMatchObject({ removed: 2 })
  expect(await due()).toHaveLength(3)
})
