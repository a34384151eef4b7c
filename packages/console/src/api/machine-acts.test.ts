// Takes over 10 s: each test makes a key and orders acts with it.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Citizen, findCitizen } from '../../../identity/src/citizens/index.ts'
import { addOperator } from '../../../identity/src/operators/index.ts'
import { addCitizen, signIn } from '../../../identity/testing/people.ts'
import { type Answered, addMachine, type Machine, removeMachine } from '../../testing/machine.ts'
import { type OperatorsStage, type OrdersStage, openOperators, startOrders } from '../../testing/orders.ts'

let on: OperatorsStage
let orders: OrdersStage
let citizen: Citizen
let machine: Machine
beforeAll(async () => {
  on = await openOperators()
})
afterAll(() => on.close())
beforeEach(async () => {
  orders = startOrders(on.stage)
  citizen = await addCitizen(on.stage.service)
  machine = await addMachine(on.stage, 'security')
})
afterEach(() => orders.stop())

const WHY = { ticket: 'T-17', reason: 'The citizen called' }
const SIGN_OUT = { act: 'citizen sign-out', ...WHY }
let keys = 0
const anew = () => ({ 'idempotency-key': `"request number ${(keys += 1)}"` })
const order = (body: unknown = SIGN_OUT, headers: Readonly<Record<string, string>> = anew(), as = machine) =>
  as.ask(`/citizens/${citizen.subject}/acts`, body, headers)
const confirm = ({ body }: Answered, headers: Readonly<Record<string, string>> = anew(), as = machine) =>
  as.ask(`/acts/${body.order_id}/confirm`, '', headers)
const standing = async () => (await findCitizen(on.stage.service.foundation.db, citizen.citizenId))?.standing
const db = () => on.stage.service.database.db
const events = () =>
  db().query<{ name: string; operator: string; details: Record<string, unknown> }>`
    select name, operator, details from audit_events
     where citizen_id = ${citizen.citizenId} and operator is not null and name <> 'operator-looked'
     order by written_in, event_id`
const stored = () => db().query`select 1 from console_orders where who = ${citizen.subject}`
/** What the console leaves of a confirmation. It has to be there before the order is confirmed: the service
 *  takes a confirmed order at once. */
const forgeConfirmation = ({ body }: Answered) =>
  db().query`
    insert into machine_requests (machine, idempotency_key, request_hash, order_id, step, key_added_at, asked_at)
    select machine, 'forged', request_hash, order_id, 'confirm', key_added_at, now() from machine_requests
     where order_id = ${body.order_id}`
const refused = async ({ name }: { readonly name: string }) => {
  const rows = await db().query<{ details: Record<string, unknown> }>`
    select details from audit_events
     where name = 'console-refused' and operator = ${`key#${name}`} order by written_in, event_id`
  return rows.map(({ details }) => details)
}

// proves: machine-orders-told-first
describe('an act of a machine', () => {
  test('is told first, and done when it is confirmed; the event has the key, the ticket and the reason', async () => {
    await signIn(on.stage.service.browser(), citizen)
    const told = await order()
    expect([told.status, told.body.state, told.body.because]).toEqual([200, 'told', null])
    expect(told.body.says.join(' ')).toContain('ends 1 session')
    expect(await events()).toEqual([])
    const done = await confirm(told)
    expect([done.status, done.body.state]).toEqual([200, 'done'])
    expect(await events()).toEqual([
      {
        ...{ name: 'citizen-signed-out', operator: `key#${machine.name}` },
        details: { reason: 'ticket T-17: The citizen called' },
      },
    ])
    expect((await machine.ask(`/acts/${told.body.order_id}`)).body).toEqual(done.body)
  })

  test('takes its options; what it says of letters has no address', async () => {
    const told = await order({ act: 'citizen suspend', options: { cause: 'misuse', until: '30d' }, ...WHY })
    expect([told.body.state, JSON.stringify(told.body)]).toEqual([
      'told',
      expect.not.stringContaining('@example'),
    ])
    expect((await confirm(told)).body.says.join(' ')).toMatch(/is suspended until/)
    expect(await standing()).toBe('suspended')
  })

  test.each([
    ['of another name', { ...SIGN_OUT, act: 'citizen data' }, 400, 'invalid_field'],
    ['that is a consent', { ...SIGN_OUT, act: 'consent' }, 400, 'invalid_field'],
    ['with another option', { ...SIGN_OUT, options: { cause: 'x' } }, 400, 'unknown_field'],
    ['with an option of another kind', { ...SIGN_OUT, options: { cause: 1 } }, 400, 'invalid_field'],
    [
      'with NUL in an option',
      { ...SIGN_OUT, act: 'citizen suspend', options: { cause: 'a\u0000' } },
      400,
      'invalid_field',
    ],
    ['without what it needs', { ...WHY, act: 'citizen change-address' }, 400, 'missing_field'],
    ['without a ticket', { act: 'citizen sign-out', reason: 'x' }, 400, 'missing_field'],
    ['beyond the role', { ...WHY, act: 'citizen close' }, 403, 'insufficient_role'],
  ])('%s is refused, and nothing is stored', async (_, body, status, code) => {
    const answer = await order(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect([await stored(), await events()]).toEqual([[], []])
  })

  test('beyond the role is in the audit with the act and the account', async () => {
    await order({ ...WHY, act: 'citizen close' })
    expect(await refused(machine)).toEqual([
      {
        ...{ because: 'role', page: '/admin/v1/citizens/{subject}/acts' },
        ...{ act: 'citizen close', subject: citizen.subject },
      },
    ])
  })

  test('that the service refuses says why', async () => {
    const refused = await order({ act: 'citizen suspend', options: { cause: 'anger' }, ...WHY })
    expect([refused.status, refused.body.state, refused.body.because]).toEqual([200, 'refused', 'usage'])
    expect((await confirm(refused)).body.state).toBe('refused')
    expect(await standing()).toBe('active')
  })

  test('is not done on the account of an operator, but by an administrator', async () => {
    const { email } = citizen
    await addOperator(on.stage.service.foundation, {
      emailOrSubject: email,
      name: `Op ${keys}`,
      role: 'reader',
    })
    expect((await order()).body.because).toBe('account-of-operator')
    const administrator = await addMachine(on.stage, 'administrator')
    expect((await order(SIGN_OUT, anew(), administrator)).body.because).toBeNull()
  })

  test('is of one key: another one neither sees nor confirms it', async () => {
    const told = await order()
    const other = await addMachine(on.stage, 'administrator')
    const seen = [await other.ask(`/acts/${told.body.order_id}`), await confirm(told, anew(), other)]
    expect(seen.map(({ body }) => body.code)).toEqual(['unknown_order', 'unknown_order'])
    expect((await refused(other)).map(({ because }) => because)).toEqual(['no-such-order', 'no-such-order'])
    expect(await events()).toEqual([])
  })

  test('is not done when the key is removed after it was told, nor when one of the same name came', async () => {
    const told = await order()
    await removeMachine(on.stage, machine)
    expect((await confirm(told)).status).toBe(401)
    await addMachine(on.stage, 'security', { name: machine.name })
    await forgeConfirmation(told)
    await db().query`
      update console_orders set state = 'confirmed', confirmed_at = now() where order_id = ${told.body.order_id}`
    await expect
      .poll(async () => db().query`select state from console_orders where order_id = ${told.body.order_id}`)
      .toEqual([{ state: 'refused' }])
    expect(await events()).toEqual([])
  })

  test('has at most twenty within an hour', async () => {
    const told = await order()
    await db().query`
      insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id, state, asked_at, taken_at, confirmed_at, ends_at)
      select gen_random_uuid(), operator_id, act, 'x', '{}', 'x', 'x', 'x', 'done', now(), now(), now(), now() + interval '1 hour'
        from console_orders, generate_series(1, 20) where order_id = ${told.body.order_id}`
    expect((await confirm(told)).body.because).toBe('too-many')
    expect((await events()).map(({ name }) => name)).toEqual(['operator-refused'])
  })

  test('waits for the service where none carries out orders', async () => {
    await orders.stop()
    const asked = await order()
    expect([asked.status, asked.body.state]).toEqual([202, 'asked'])
    const second = await order()
    expect([second.status, second.body.code]).toEqual([409, 'order_under_way'])
    expect((await confirm(asked)).body.code).toBe('order_not_told')
    orders = startOrders(on.stage)
    await expect.poll(async () => (await machine.ask(`/acts/${asked.body.order_id}`)).body.state).toBe('told')
  })

  test('that has to wait for another operator answers 202, and no key consents', async () => {
    await orders.stop()
    orders = startOrders(on.stage, { PORTICO_FOUR_EYES: 'all' })
    const waits = await confirm(await order())
    expect([waits.status, waits.body.state, waits.body.waits_as]).toEqual([202, 'waits', expect.any(Number)])
    expect((await events()).map(({ name }) => name)).toEqual(['citizen-act-asked'])
    const { acts } = (await machine.ask('/acts')).body
    expect(acts).toContainEqual({
      ...{ number: waits.body.waits_as, act: SIGN_OUT.act, subject: citizen.subject },
      ...{ asked_by: `key#${machine.name}`, asked_at: expect.any(String), until: expect.any(String) },
    })
    expect(JSON.stringify(acts)).not.toContain(SIGN_OUT.reason)
    const reader = await addMachine(on.stage, 'reader')
    expect((await reader.ask('/acts')).status).toBe(403)
    const other = await addMachine(on.stage, 'administrator')
    const told = await order(SIGN_OUT, anew(), other)
    await forgeConfirmation(told)
    await db().query`
      update console_orders set act = 'consent', who = ${String(waits.body.waits_as)}, state = 'confirmed', confirmed_at = now()
       where order_id = ${told.body.order_id}`
    await expect
      .poll(async () => (await other.ask(`/acts/${told.body.order_id}`)).body.because)
      .toBe('machine')
    expect(await events()).toHaveLength(1)
  })
})

// proves: machine-requests-once
describe('an idempotency key', () => {
  test.each([
    [{}, 'missing_idempotency_key'],
    [{ 'idempotency-key': 'without quotes, long enough' }, 'invalid_idempotency_key'],
    [{ 'idempotency-key': '"short"' }, 'invalid_idempotency_key'],
    [{ 'idempotency-key': `"${'x'.repeat(129)}"` }, 'invalid_idempotency_key'],
  ])('is needed: %j', async (headers, code) => {
    const answer = await order(SIGN_OUT, headers)
    expect([answer.status, answer.body.code]).toEqual([400, code])
    expect(await stored()).toEqual([])
  })

  test('gets the same order for the same request, in whatever order its members come', async () => {
    const headers = anew()
    const told = await order(SIGN_OUT, headers)
    const again = await order({ reason: WHY.reason, ticket: WHY.ticket, act: SIGN_OUT.act }, headers)
    expect([again.status, again.body]).toEqual([told.status, told.body])
    expect(await stored()).toHaveLength(1)
  })

  test.each([
    ['another reason', { ...SIGN_OUT, reason: 'Something else' }],
    ['another act', { ...SIGN_OUT, act: 'citizen forgive-failures' }],
  ])('is refused for another request: %s', async (_, body) => {
    const headers = anew()
    const told = await order(SIGN_OUT, headers)
    const other = await order(body, headers)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    expect((await confirm(told, headers)).body.code).toBe('idempotency_key_reused')
    expect(await stored()).toHaveLength(1)
  })

  test('of another machine is another one', async () => {
    const headers = anew()
    const other = await addMachine(on.stage, 'security')
    const [one, two] = [await order(SIGN_OUT, headers), await order(SIGN_OUT, headers, other)]
    expect(one.body.order_id).not.toBe(two.body.order_id)
    expect([one.status, two.status]).toEqual([200, 200])
  })

  test('twenty times at once makes one order, and twenty confirmations one act', async () => {
    await signIn(on.stage.service.browser(), citizen)
    const twenty = <Value>(make: () => Promise<Value>) => Promise.all(Array.from({ length: 20 }, make))
    const headers = anew()
    const asked = await twenty(() => order(SIGN_OUT, headers))
    const statuses = new Set(asked.map(({ status }) => status))
    for (const status of statuses) expect([200, 409]).toContain(status)
    expect(await stored()).toHaveLength(1)
    const told = await order(SIGN_OUT, headers)
    expect(told.body.state).toBe('told')
    const confirming = anew()
    for (const { status } of await twenty(() => confirm(told, confirming))) expect(status).toBe(200)
    expect((await confirm(told)).body.state).toBe('done')
    expect((await events()).map(({ name }) => name)).toEqual(['citizen-signed-out'])
  })

  test('is left for another try where the first found another order under way', async () => {
    await orders.stop()
    await order()
    const headers = anew()
    expect((await order(SIGN_OUT, headers)).status).toBe(409)
    orders = startOrders(on.stage)
    await expect.poll(async () => (await order(SIGN_OUT, headers)).status).toBe(200)
  })
})

// proves: machine-orders-need-key
describe('the console itself, in the database', () => {
  const claimed = (hash: string) => on.views.query`
    insert into machine_requests (machine, idempotency_key, request_hash, order_id, step)
    values (${hash}, 'a forged request', sha256('x'), gen_random_uuid(), 'order') returning machine`

  test('claims nothing for a machine whose key has not come to it', async () => {
    expect(await claimed('0'.repeat(64))).toEqual([])
    await expect(claimed(machine.name)).rejects.toThrow(/no request of a machine/)
    const [row] = await db().query<{ hash: string }>`
      select encode(key_hash, 'hex') as hash from machine_keys where name = ${machine.name}`
    expect(await claimed(row?.hash ?? '')).toEqual([])
    const DENIED = /permission denied/
    await expect(on.views.query`update machine_requests set step = 'confirm'`).rejects.toThrow(DENIED)
    await expect(on.views.query`delete from machine_requests`).rejects.toThrow(DENIED)
  })

  test('orders in the name of no machine without that, nor confirms: the service refuses it', async () => {
    const told = await order()
    await on.views.query`
      update console_orders set state = 'confirmed' where order_id = ${told.body.order_id} and state = 'told'`
    const state = (id: string) =>
      db()
        .query`select state, answer ->> 'because' as because from console_orders where order_id = ${id}::text::uuid`
    const REFUSED = [{ state: 'refused', because: 'no-operator' }]
    await expect.poll(() => state(told.body.order_id)).toEqual(REFUSED)
    const [{ id = '' } = {}] = await on.views.query<{ id: string }>`
      insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id)
      select gen_random_uuid(), operator_id, act, who, options, reason, address, request_id from console_orders
       where order_id = ${told.body.order_id} returning order_id as id`
    await expect.poll(() => state(id)).toEqual(REFUSED)
    expect((await events()).map(({ name }) => name)).toEqual([])
  })
})
