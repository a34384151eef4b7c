import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Citizen } from '../../identity/src/citizens/index.ts'
import { addCitizen } from '../../identity/testing/people.ts'
import type { ConsoleBrowser } from '../testing/console-stage.ts'
import {
  type OperatorsStage,
  type OrdersStage,
  openOperators,
  orderAct,
  startOrders,
} from '../testing/orders.ts'

let on: OperatorsStage
let orders: OrdersStage
let citizen: Citizen
beforeAll(async () => {
  on = await openOperators()
})
afterAll(() => on.close())
beforeEach(async () => {
  orders = startOrders(on.stage)
  citizen = await addCitizen(on.stage.service)
})
afterEach(() => orders.stop())

const order = (who: ConsoleBrowser, act: string, fields: Readonly<Record<string, string>> = {}) =>
  orderAct(who, { act, subject: citizen.subject }, fields)
// proves: orders-through-views
describe('what the console may write', () => {
  const asked = async () => {
    const [{ id = '' } = {}] = await on.views.query<{ id: string }>`
      insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id, state, answer, asked_at, taken_at, ends_at)
      values (gen_random_uuid(), gen_random_uuid(), 'citizen close', 'x', '{}', 'forged', '', 'r', 'confirmed', '{"lines":[],"json":null}',
              now() + interval '1 year', now(), now() + interval '1 year') returning order_id::text as id`
    return id
  }
  const storedOrder = async (id: string) => {
    const [row] = await on.stage.service.database.db.query`
      select state, answer, asked_at <= now() as "isPast", ends_at < now() + interval '61 minutes' as "isSoonOver"
        from console_orders where order_id = ${id}::text::uuid`
    return row
  }
  const AS_ASKED = { state: 'asked', answer: null, isPast: true, isSoonOver: true }
  beforeEach(() => orders.stop())

  test('is an order at its beginning, whatever else it says', async () => {
    expect(await storedOrder(await asked())).toEqual(AS_ASKED)
  })

  test.each(['confirmed', 'done', 'told', 'refused', 'running'])(
    'makes no order %s that the service has not told',
    async (state) => {
      const id = await asked()
      await on.views
        .query`update console_orders set state = ${state}, answer = '{}' where order_id = ${id}::text::uuid`
      expect(await storedOrder(id)).toEqual(AS_ASKED)
    },
  )

  test('says yes to what was told, and changes nothing else of it', async () => {
    const id = await asked()
    await on.stage.service.database.db
      .query`update console_orders set state = 'told' where order_id = ${id}::text::uuid`
    await on.views.query`
      update console_orders set state = 'done', act = 'x', who = 'y', reason = 'z' where order_id = ${id}::text::uuid`
    expect(await storedOrder(id)).toMatchObject({ state: 'told' })
    await on.views.query`
      update console_orders set state = 'confirmed', act = 'x', who = 'y', reason = 'z', options = '{"a":"b"}' where order_id = ${id}::text::uuid`
    const [row] = await on.stage.service.database.db.query`
      select state, act, who, reason, options from console_orders where order_id = ${id}::text::uuid`
    expect(row).toEqual({ state: 'confirmed', act: 'citizen close', who: 'x', reason: 'forged', options: {} })
  })

  test('says no yes to what was told an hour ago', async () => {
    const id = await asked()
    await on.stage.service.database.db.query`
      update console_orders set state = 'told', ends_at = now() where order_id = ${id}::text::uuid`
    await on.views.query`update console_orders set state = 'confirmed' where order_id = ${id}::text::uuid`
    expect(await storedOrder(id)).toMatchObject({ state: 'told' })
  })

  test('says yes at once or not at all', async () => {
    const id = await asked()
    await on.stage.service.database.db
      .query`update console_orders set state = 'told' where order_id = ${id}::text::uuid`
    await on.views.query`update console_orders set state = 'confirmed' where order_id = ${id}::text::uuid`
    await on.stage.service.database.db.query`
      update console_orders set asked_at = now() - interval '5 minutes', confirmed_at = now() - interval '3 minutes' where order_id = ${id}::text::uuid`
    orders = startOrders(on.stage)
    await order(on.support, 'citizen sign-out')
    expect(await storedOrder(id)).toMatchObject({ state: 'confirmed' })
  })

  test('is one order of an operator at a time', async () => {
    const twice = () => on.views.query`
      insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id)
      values (gen_random_uuid(), ${on.support.citizenId}, 'citizen sign-out', ${citizen.subject}, '{}', 'forged', '', 'r') returning order_id`
    const made = await Promise.all([twice(), twice(), twice()])
    expect(made.map((rows) => rows.length).toSorted()).toEqual([0, 0, 1])
    await on.stage.service.database.db
      .query`delete from console_orders where operator_id = ${on.support.citizenId}`
  })

  test.each([
    ['a long reason', { reason: 'x'.repeat(501) }],
    ['a long act', { act: 'x'.repeat(1001) }],
    ['many options', { options: JSON.stringify({ a: 'x'.repeat(200_000) }) }],
    ['an option that is no text', { options: '{"until":1}' }],
    ['options that are no object', { options: '["until"]' }],
  ])('is no order with %s', async (_, changes) => {
    const row = { reason: 'forged', act: 'citizen sign-out', options: '{}', ...changes }
    const written = on.views.query`
      insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id)
      values (gen_random_uuid(), gen_random_uuid(), ${row.act}, 'x', ${row.options}::text::jsonb, ${row.reason}, '', 'r')`
    await expect(written).rejects.toThrow(/no order/)
  })

  test('is no event that is large', async () => {
    const details = JSON.stringify({ command: randomBytes(20_000).toString('hex') })
    const written = on.views.query`
      insert into audit_events (event_id, at, name, actor, details)
      values (gen_random_uuid(), now(), 'operator-looked', 'operator', ${details}::text::jsonb)`
    await expect(written).rejects.toThrow(/too large/)
  })

  test('deletes nothing', async () => {
    await expect(on.views.query`delete from console_orders`).rejects.toThrow(/permission denied/)
  })
})
