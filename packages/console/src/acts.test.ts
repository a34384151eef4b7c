// Takes over 10 s: three operators sign in, and dozens of acts are ordered.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSessions } from '../../identity/src/access/index.ts'
import { type Citizen, findCitizen, SUSPENSION_CAUSES } from '../../identity/src/citizens/index.ts'
import { addCitizen, signIn } from '../../identity/testing/people.ts'
import type { ConsoleBrowser } from '../testing/console-stage.ts'
import {
  doIt,
  mainOf,
  type OperatorsStage,
  type OrdersStage,
  openAct,
  openOperators,
  operatorEvents,
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

const now = async () => findCitizen(on.stage.service.foundation.db, citizen.citizenId)
const order = (who: ConsoleBrowser, act: string, fields: Readonly<Record<string, string>> = {}) =>
  orderAct(who, { act, subject: citizen.subject }, fields)
const sessions = async () =>
  (await listSessions(on.stage.service.foundation, { citizenId: citizen.citizenId, language: '' })).length

const events = () => operatorEvents(on.stage, citizen.citizenId)

// proves: orders-told-first
describe('an act from the console', () => {
  test('is told first, and done when its operator says yes; the event has the operator, the ticket and the reason', async () => {
    await signIn(on.stage.service.browser(), citizen)
    const told = await order(on.support, 'citizen sign-out')
    expect(mainOf(told)).toContain('This would happen. Nothing has changed yet.')
    expect(mainOf(told)).toContain('ends 1 session')
    expect([await sessions(), await events()]).toEqual([1, []])
    const done = await doIt(on.support, told)
    expect(mainOf(done)).toContain('The citizen is signed out everywhere.')
    expect(await sessions()).toBe(0)
    expect(await events()).toEqual([
      {
        ...{ name: 'citizen-signed-out', operator: on.support.name, address: '127.0.0.1' },
        details: { reason: 'ticket T-17: The citizen called' },
      },
    ])
  })

  test('says what it does not do, where one could think so', async () => {
    const page = await openAct(on.support, 'citizen forgive-failures', citizen.subject)
    expect(mainOf(page)).toContain('A wait after wrong passwords goes on until its end.')
    expect(mainOf(await openAct(on.support, 'citizen sign-out', citizen.subject))).not.toContain('A wait')
  })

  test('takes its options, and tells what they mean', async () => {
    const told = await order(on.security, 'citizen suspend', { cause: 'misuse', until: '30d' })
    expect((await now())?.standing).toBe('active')
    expect(mainOf(await doIt(on.security, told))).toMatch(/is suspended until \d+ \S+ \d{4}/)
    expect((await now())?.standing).toBe('suspended')
    expect(await events()).toMatchObject([{ name: 'citizen-suspended', details: { cause: 'misuse' } }])
  })

  test('makes a suspension longer, which keeps its cause where none is chosen', async () => {
    await doIt(on.security, await order(on.security, 'citizen suspend', { cause: 'order', until: '1h' }))
    const page = await openAct(on.security, 'citizen suspend', citizen.subject)
    const chosen = page.html.querySelector('select[name=cause] option[selected]')
    expect(chosen?.getAttribute('value')).toBe('')
    await doIt(on.security, await order(on.security, 'citizen suspend', { cause: '', until: '2h' }))
    expect(await events()).toMatchObject([{ details: { cause: 'order' } }, { details: { cause: 'order' } }])
  })

  test('offers every cause of a suspension, and none', async () => {
    const page = await openAct(on.security, 'citizen suspend', citizen.subject)
    const offered = page.html
      .querySelectorAll('select[name=cause] option')
      .map((one) => one.getAttribute('value'))
    expect(offered).toEqual([...Object.keys(SUSPENSION_CAUSES), ''])
  })

  test('covers the address that a letter would go to', async () => {
    const told = await order(on.security, 'citizen change-address', { to: 'new.address@example.test' })
    expect(mainOf(told)).toMatch(/sends the letter .+ to/)
    expect(told.body).not.toContain(citizen.email)
    expect(told.body).not.toContain('new.address@example.test')
  })

  test('that would change nothing has no button', async () => {
    const told = await order(on.security, 'citizen reinstate')
    expect(mainOf(told)).toContain('was not suspended')
    expect(told.html.querySelectorAll('main form')).toEqual([])
    expect(await events()).toEqual([])
  })

  test.each([
    ['suspend', { cause: 'anger' }, /This cause is not in the list/],
    ['suspend', { until: 'some day' }, /This is no time/],
    ['change-address', { to: 'no address' }, /address/],
  ])('refuses %s with %j in one sentence, and changes nothing', async (act, fields, says) => {
    const page = await order(on.security, `citizen ${act}`, fields)
    expect(mainOf(page)).toMatch(says)
    expect(page.html.querySelectorAll('main form')).toEqual([])
    expect([(await now())?.standing, await waitingChanges()]).toEqual(['active', []])
  })
  test('has its form again where the service refused it, with what was typed, for its own operator alone', async () => {
    const typed = { cause: 'order', until: 'some day', ticket: 'T:7', reason: 'said <so>: by a court' }
    const page = await order(on.security, 'citizen suspend', typed)
    const link = page.html.querySelectorAll('main a').find(({ text }) => text === 'Change what I typed')
    const path = link?.getAttribute('href') ?? ''
    const form = await on.security.open(path)
    expect(form.status).toBe(200)
    const shown = (name: string) => form.html.querySelector(`main [name=${name}]`)
    expect(shown('cause')?.querySelector('[selected]')?.getAttribute('value')).toBe(typed.cause)
    const texts = Object.entries(typed).filter(([name]) => name !== 'cause')
    for (const [name, value] of texts) expect(shown(name)?.getAttribute('value')).toBe(value)
    const told = await orderAct(
      on.security,
      { act: 'citizen suspend', subject: citizen.subject },
      { ...typed, until: '30d' },
    )
    expect(mainOf(told)).toContain('This would happen.')
    // Neither another operator nor another act gets it.
    const another = await addCitizen(on.stage.service)
    for (const [who, foreign] of [
      [on.administrator, path],
      [on.security, path.replace('suspend', 'sign-out')],
      [on.security, path.replace(citizen.subject, another.subject)],
    ] as const) {
      const { status, html } = await who.open(foreign)
      expect([status, html.querySelector('main [name=reason]')?.getAttribute('value') ?? '']).toEqual([
        200,
        '',
      ])
    }
  })
  const waitingChanges = () =>
    on.stage.service.database.db.query`select 1 from address_changes where citizen_id = ${citizen.citizenId}`

  test.each([
    [{ ticket: '' }, 'ticket'],
    [{ reason: '' }, 'reason'],
    [{ reason: 'x'.repeat(401) }, 'reason'],
    [{ ticket: '<b>' }, 'ticket'],
  ])('needs a ticket and a reason: %j', async (fields, wrong) => {
    const page = await order(on.support, 'citizen sign-out', fields)
    expect(page.status).toBe(400)
    expect(page.html.querySelector('.summary a')?.getAttribute('href')).toBe(`#${wrong}`)
    expect(await stored()).toEqual([])
  })
  const stored = () =>
    on.stage.service.database.db.query`select 1 from console_orders where who = ${citizen.subject}`

  test('needs what the act needs', async () => {
    const page = await order(on.security, 'citizen change-address', { to: '' })
    expect([page.status, page.html.querySelector('.summary a')?.getAttribute('href')]).toEqual([400, '#to'])
  })

  test('is done once, however often its operator says yes', async () => {
    const told = await order(on.support, 'citizen require-verification')
    const pages = await Promise.all([doIt(on.support, told), doIt(on.support, told), doIt(on.support, told)])
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await events()).map(({ name }) => name)).toEqual(['citizen-verification-required'])
  })

  test('waits where no service carries out orders, one at a time, and the page says so', async () => {
    await orders.stop()
    const page = await order(on.support, 'citizen sign-out')
    expect(mainOf(page)).toContain('The service has not answered yet')
    expect((await order(on.support, 'citizen sign-out')).status).toBe(409)
    orders = startOrders(on.stage)
    await expect.poll(async () => mainOf(await on.support.open(page.url))).toContain('This would happen')
  })

  test('is said to be lost where the service was stopped in the middle, and is not done again', async () => {
    await orders.stop()
    const page = await order(on.support, 'citizen sign-out')
    await on.stage.service.database.db.query`
      update console_orders set state = 'running', taken_at = now() - interval '3 minutes' where who = ${citizen.subject}`
    orders = startOrders(on.stage)
    const told = await order(on.support, 'citizen forgive-failures')
    expect(mainOf(told)).toContain('The service says')
    expect(mainOf(await on.support.open(page.url))).toContain('The service was stopped while it did this')
    expect(await events()).toEqual([])
  })

  test('is not done where it would do something else by now than was told; more of the same is no difference', async () => {
    const told = await order(on.support, 'citizen sign-out')
    await signIn(on.stage.service.browser(), citizen)
    expect(mainOf(await doIt(on.support, told))).toContain('It was not done')
    expect(await sessions()).toBe(1)
    const anew = await order(on.support, 'citizen sign-out')
    on.stage.service.clock.advance(1)
    await signIn(on.stage.service.browser(), citizen)
    expect(mainOf(await doIt(on.support, anew))).toContain('is signed out everywhere')
    expect(await sessions()).toBe(0)
  })

  test('leaves nothing of a person where the account is closed', async () => {
    await order(on.security, 'citizen change-address', { to: 'new.address@example.test' })
    await doIt(on.administrator, await order(on.administrator, 'citizen close'))
    const rows = await on.stage.service.database.db.query<{ row: string }>`
      select row_to_json(console_orders)::text as row from console_orders where who = ${citizen.subject}`
    expect(rows).toHaveLength(2)
    for (const { row } of rows) expect(row).not.toMatch(/@example\.test/)
  })

  test('is nobody else’s to see or to say yes to', async () => {
    const told = await order(on.support, 'citizen sign-out')
    expect((await on.security.open(told.url)).status).toBe(404)
    const [{ id = '' } = {}] = await on.stage.service.database.db.query<{ id: string }>`
      select order_id::text as id from console_orders where who = ${citizen.subject}`
    const own = await order(on.security, 'citizen sign-out')
    own.html.querySelector('input[name=id]')?.setAttribute('value', id)
    expect((await doIt(on.security, own)).status).toBe(404)
    expect(await events()).toEqual([])
  })
})
