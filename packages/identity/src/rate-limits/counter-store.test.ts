import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { LAYOUTS } from '../../testing/layouts.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type InformedRequest, reserveInPostgres } from './counter-store.ts'

/** The processes ask at once, so that inserts of one counter meet. */
const AT_ONCE = 20
const ALLOWANCE = 7
const WINDOW = 60_000
const NOW = 1_800_000_000_000

let database: TestDatabase
let counters = 0

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe.each(LAYOUTS)('a counter, on %s', (_name, laid) => {
  const ask = (counter: string, changes: Partial<InformedRequest> = {}) =>
    reserveInPostgres(laid(database.db), {
      ...{
        counter,
        nowMilliseconds: NOW,
        windowMilliseconds: WINDOW,
        allowance: ALLOWANCE,
        demand: 1,
        ahead: 0,
      },
      ...{ knownSpent: 0, knownEndMilliseconds: 0, ...changes },
    })
  const anew = () => `trial ${(counters += 1)}`

  test('never gives more than its allowance, also to those who ask at the same time', async () => {
    const counter = anew()
    const given = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(counter)))
    expect(given.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(ALLOWANCE)
    expect(await ask(counter)).toMatchObject({ reserved: 0, spent: ALLOWANCE })
  })

  test('is apart from every other one', async () => {
    const [one, other] = [anew(), anew()]
    await ask(one, { demand: ALLOWANCE })
    expect(await ask(other)).toMatchObject({ reserved: 1, spent: 1 })
    expect(await ask(one)).toMatchObject({ reserved: 0 })
  })

  test.each([
    ['is raised', true],
    ['gets its first row', false],
  ])('that %s by another process meanwhile gives what is left then', async (_what, isThere) => {
    const counter = anew()
    if (isThere) await ask(counter)
    const spend = (tx: Database) => tx.query`
      insert into rate_counters (counter, spent, window_ends_at)
      values (${counter}, ${ALLOWANCE - 1}, to_timestamp(${(NOW + WINDOW) / 1000}))
      on conflict (counter) do update set spent = excluded.spent`
    const given = await whileChanged(database, spend, () => ask(counter, { demand: ALLOWANCE }))
    expect(given).toMatchObject({ reserved: 1, spent: ALLOWANCE })
  })

  test('begins anew when its window is over, and not before', async () => {
    const counter = anew()
    await ask(counter, { demand: ALLOWANCE })
    expect(await ask(counter, { nowMilliseconds: NOW + WINDOW - 1 })).toMatchObject({ reserved: 0 })
    expect(await ask(counter, { nowMilliseconds: NOW + WINDOW })).toEqual({
      reserved: 1,
      spent: 1,
      endsAtMilliseconds: NOW + 2 * WINDOW,
    })
  })

  test('that was lost goes on from what the process knows of its window', async () => {
    const known = { knownSpent: ALLOWANCE - 1, knownEndMilliseconds: NOW + 10_000 }
    expect(await ask(anew(), { ...known, demand: 3 })).toEqual({
      reserved: 1,
      spent: ALLOWANCE,
      endsAtMilliseconds: NOW + 10_000,
    })
  })

  test('whose end lies further ahead than a window, by a clock that was wrong, ends with the window', async () => {
    const counter = anew()
    await ask(counter, { nowMilliseconds: NOW + 86_400_000 })
    expect(await ask(counter)).toMatchObject({ endsAtMilliseconds: NOW + WINDOW })
  })
})
