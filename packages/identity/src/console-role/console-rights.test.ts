import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeConsoleRole, makeRole, type TestRole } from '../../testing/console-role.ts'
import { createTestDatabase, onEach, type TestDatabase } from '../../testing/database.ts'
import { TABLES } from '../room-heads.ts'
import { findRights, findUsers, isPrepared, mayDoMore } from './console-rights.ts'
import { renewConsoleViews, VIEWS_SCHEMA } from './index.ts'

let database: TestDatabase
let other: TestRole
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  other = await makeRole(database)
})
afterEach(() => other.drop())

const admin = (statement: string) => onEach([database.address], database.database, statement)
const mayMore = async () => (await findRights(database.db, other.role))?.isMore

// proves: console-reads-no-secret
describe('a role may do more than the console', () => {
  test.each(['delete', 'truncate', 'select', 'insert (email)', 'update (email)'])(
    'where it has the right to %s on a table',
    async (right) => {
      expect(await mayMore()).toBe(false)
      await admin(`grant ${right} on citizens to ${other.role}`)
      expect(await mayMore()).toBe(true)
    },
  )

  test('and not where it reads a view beside the tables, as some extensions let everybody', async () => {
    await admin(
      `create view statistics_of_all as select 1 as one; grant select on statistics_of_all to public`,
    )
    expect(await mayMore()).toBe(false)
    await admin('drop view statistics_of_all')
  })

  test('and not by temporary tables of its own connection', async () => {
    const pool = other.open('public')
    const asks = pool.transaction(async (tx) => {
      await tx.query`create temporary table noted (one int)`
      return mayDoMore(tx)
    })
    expect(await asks.finally(() => pool.close())).toBe(false)
  })
})

describe('the role of the console', () => {
  test('is the one that may use the views: not their owner, nor who may only make something there', async () => {
    expect([await findUsers(database.db), await isPrepared(database.db)]).toEqual([[], false])
    const console = await makeConsoleRole(database)
    await admin(`grant create on schema ${VIEWS_SCHEMA} to ${other.role}`)
    expect([await findUsers(database.db), await isPrepared(database.db)]).toEqual([[console.role], true])
    await console.drop()
  })

  test('has the views of our tables alone, whatever tables of their names other schemas have', async () => {
    const console = await makeConsoleRole(database)
    const views = console.open(VIEWS_SCHEMA)
    await admin('create schema elsewhere; create table elsewhere.operators (strange int)')
    await admin('alter table closings add column noted text; alter table closings drop column noted')
    await renewConsoleViews(database.address, TABLES)
    expect(await views.query`select name, role from operators`).toEqual([])
    await expect(views.query`select strange from operators`).rejects.toThrow('does not exist')
    await views.close()
    await admin('drop schema elsewhere cascade')
    await console.drop()
  })
})
