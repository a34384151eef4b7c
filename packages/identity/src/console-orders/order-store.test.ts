import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addCitizen } from '../../testing/people.ts'
import { whileHeld } from '../../testing/while-changed.ts'
import { systemRandom } from '../platform/system-random.ts'
import { eraseCitizen } from '../rooms.ts'
import {
  answerOrder,
  confirmOrder,
  countTaken,
  countUnanswered,
  findOrder,
  type OrderState,
  takeOrder,
} from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.db.query`delete from console_orders`)

interface Row {
  readonly state: OrderState
  readonly operatorId: string
  readonly who: string
  /** Seconds since the order was asked for, and since each step; undefined where there was none. */
  readonly asked: number
  readonly taken?: number
  readonly confirmed?: number
  /** Seconds until nobody can say yes any more. */
  readonly endsIn: number
}

/** Stores an order as it is after some steps. Returns its id. */
async function stored(changes: Partial<Row> = {}): Promise<string> {
  const row: Row = {
    ...{ state: 'asked', operatorId: randomUUID(), who: randomUUID(), asked: 0, endsIn: 3600 },
    ...changes,
  }
  const [order] = await database.db.query<{ id: string }>`
    insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id, state, answer, asked_at, taken_at, confirmed_at, ends_at)
    values (gen_random_uuid(), ${row.operatorId}::text::uuid, 'citizen suspend', ${row.who}, '{"until": "30d"}', 'a test', '', 'r', ${row.state},
            '{"lines": [], "told": []}', now() - make_interval(secs => ${row.asked}), now() - make_interval(secs => ${row.taken ?? null}),
            now() - make_interval(secs => ${row.confirmed ?? null}), now() + make_interval(secs => ${row.endsIn}))
    returning order_id::text as id`
  return order?.id ?? ''
}

async function stateOf(orderId: string): Promise<string | undefined> {
  const [row] = await database.db.query<{ state: string }>`
    select state from console_orders where order_id = ${orderId}::text::uuid`
  return row?.state
}

test('an order is found by its id and its operator, and by nobody else', async () => {
  const operatorId = randomUUID()
  const [orderId, later] = [await stored({ operatorId }), await stored({ operatorId })]
  expect(await findOrder(database.db, { orderId, operatorId })).toMatchObject({ orderId })
  expect(await findOrder(database.db, { orderId: later, operatorId })).toMatchObject({ orderId: later })
  expect(await findOrder(database.db, { orderId, operatorId: randomUUID() })).toBeUndefined()
})

describe('a yes', () => {
  const confirm = (orderId: string, operatorId: string) =>
    confirmOrder(database.db, { orderId, operatorId, requestId: 'yes' })

  test('is to one order that was told, of its operator', async () => {
    const operatorId = randomUUID()
    const told = { state: 'told', operatorId } as const
    const [orderId, beside, others] = [
      await stored(told),
      await stored(told),
      await stored({ state: 'told' }),
    ]
    expect(await confirm(others, operatorId)).toBe(false)
    expect(await confirm(orderId, operatorId)).toBe(true)
    expect([await stateOf(orderId), await stateOf(beside), await stateOf(others)]).toEqual([
      'confirmed',
      'told',
      'told',
    ])
  })

  test.each(['asked', 'trying', 'confirmed', 'running', 'done', 'refused'] as const)(
    'is to none that is %s',
    async (state) => {
      const operatorId = randomUUID()
      const orderId = await stored({ state, operatorId })
      expect(await confirm(orderId, operatorId)).toBe(false)
      expect(await stateOf(orderId)).toBe(state)
    },
  )
})

describe('the service takes', () => {
  test('the oldest order that waits, and no other with it', async () => {
    const [later, first] = [await stored({ asked: 1 }), await stored({ asked: 2 })]
    expect(await takeOrder(database.db)).toMatchObject({ orderId: first, state: 'trying' })
    expect([await stateOf(first), await stateOf(later)]).toEqual(['trying', 'asked'])
  })

  test.each([
    ['is over', { endsIn: -1 }],
    ['was asked for too long ago', { asked: 180 }],
    ['was confirmed too long ago', { state: 'confirmed', asked: 300, confirmed: 180 }],
    ['is told', { state: 'told' }],
    ['is taken', { state: 'trying' }],
    ['is done', { state: 'done' }],
  ] as const)('none that %s', async (_, changes) => {
    const orderId = await stored(changes)
    expect(await takeOrder(database.db)).toBeUndefined()
    expect(await stateOf(orderId)).toBe('state' in changes ? changes.state : 'asked')
  })

  test('one that was confirmed just now, whenever it was asked for', async () => {
    const orderId = await stored({ state: 'confirmed', asked: 300, confirmed: 1 })
    expect(await takeOrder(database.db)).toMatchObject({ orderId, state: 'running' })
  })

  test('another one than the process that takes at the same moment, and does not wait for it', async () => {
    const [first, later] = [await stored({ asked: 2 }), await stored({ asked: 1 })]
    const { hasWaited, answer } = await whileHeld(
      database,
      (tx) => tx.query`select 1 from console_orders where order_id = ${first}::text::uuid for update`,
      () => takeOrder(database.db),
    )
    expect([hasWaited, answer?.orderId]).toEqual([false, later])
  })
})

test('what the service says of an order is stored with no other', async () => {
  const [orderId, beside] = [await stored({ state: 'trying' }), await stored({ state: 'trying' })]
  await answerOrder(database.db, orderId, { state: 'done', answer: { because: 'x', says: 'x' } })
  expect([await stateOf(orderId), await stateOf(beside)]).toEqual(['done', 'trying'])
})

test('the orders of an operator are counted that were taken within the hour, and those that were to be done', async () => {
  const operatorId = randomUUID()
  const done = { state: 'done', taken: 1, confirmed: 2 } as const
  await stored({ operatorId, ...done, asked: 3_000 })
  await stored({ operatorId, state: 'told', taken: 1 })
  await stored({ operatorId })
  await stored({ operatorId, ...done, asked: 4_200 })
  await stored(done)
  expect(await countTaken(database.db, operatorId)).toEqual({ orders: 2, done: 1 })
})

test('those without an answer wait for a minute since their last step', async () => {
  await stored({ asked: 30 })
  await stored({ state: 'confirmed', asked: 300, confirmed: 30 })
  await stored({ state: 'done', asked: 90 })
  await stored({ asked: 90, endsIn: -1 })
  expect(await countUnanswered(database.db)).toBe(0)
  await stored({ asked: 90 })
  await stored({ state: 'confirmed', asked: 300, confirmed: 90 })
  expect(await countUnanswered(database.db)).toBe(2)
})

test('an account that is closed empties the orders about it, and no others', async () => {
  const foundation = { db: database.db, clock: fakeClock(), random: systemRandom }
  const [closed, other] = [await addCitizen({ foundation }), await addCitizen({ foundation })]
  const [emptied, kept] = [await stored({ who: closed.subject }), await stored({ who: other.subject })]
  await database.db.transaction((tx) => eraseCitizen(tx, closed.citizenId))
  const rows = await database.db.query<{ id: string; options: object; answer: object | null }>`
    select order_id::text as id, options, answer from console_orders order by asked_at`
  expect(rows).toEqual([
    { id: emptied, options: {}, answer: null },
    { id: kept, options: { until: '30d' }, answer: { lines: [], told: [] } },
  ])
})
