// Takes over 10 s: many operators sign in with a second factor, and each forged order is told and confirmed.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Citizen, findCitizen, suspendCitizen } from '../../identity/src/citizens/index.ts'
import { disableClient, enableClient } from '../../identity/src/clients/index.ts'
import { onEach } from '../../identity/testing/database.ts'
import { addCitizen, signIn } from '../../identity/testing/people.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
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
  WHY,
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

const actsOn = async (who: ConsoleBrowser) =>
  (await who.open(`/citizen/?subject=${citizen.subject}`)).html
    .querySelectorAll('main ul a')
    .map(({ text }) => text.trim())
const now = async () => findCitizen(on.stage.service.foundation.db, citizen.citizenId)
const order = (who: ConsoleBrowser, act: string, fields: Readonly<Record<string, string>> = {}) =>
  orderAct(who, { act, subject: citizen.subject }, fields)
const change = (statement: string) =>
  onEach([on.stage.service.database.address], on.stage.service.database.database, statement)

const events = () => operatorEvents(on.stage, citizen.citizenId)

const refusalsOf = async (who: ConsoleBrowser) => {
  const rows = await on.stage.service.database.db.query<{ details: Record<string, unknown> }>`
    select details from audit_events
     where name = 'console-refused' and operator = ${who.name} and details ->> 'page' in ('/act/', '/order/')
     order by written_in, event_id`
  return rows.map(({ details }) => details)
}

// proves: orders-by-role
describe('who may order what', () => {
  test('the page of an account offers the acts of the role', async () => {
    await signIn(on.stage.service.browser(), citizen)
    const [few, more, all] = [
      await actsOn(on.support),
      await actsOn(on.security),
      await actsOn(on.administrator),
    ]
    expect(few).toContain('Sign out everywhere')
    expect(few).not.toContain('Suspend the account')
    expect(more).toContain('Suspend the account')
    expect(more).not.toContain('Close the account for good')
    expect(all).toContain('Close the account for good')
  })

  test.each([
    ['suspend', 'support'],
    ['close', 'security'],
  ] as const)('%s is refused to %s, also by hand, and that is in the audit', async (act, role) => {
    const who = { support: on.support, security: on.security }[role]
    expect((await openAct(who, `citizen ${act}`, citizen.subject)).status).toBe(403)
    const form = await openAct(who, 'citizen sign-out', citizen.subject)
    form.html.querySelector('input[name=act]')?.setAttribute('value', `citizen ${act}`)
    expect((await who.send(form, WHY)).status).toBe(403)
    const refused = { because: 'role', page: '/act/', act: `citizen ${act}`, subject: citizen.subject }
    expect(await refusalsOf(who)).toEqual([refused, refused])
  })

  test.each(['citizen data', 'citizen show', 'keys rotate', 'consent', ''])(
    '%j is no act of the console',
    async (act) => {
      const before = (await refusalsOf(on.administrator)).length
      expect((await openAct(on.administrator, act, citizen.subject)).status).toBe(404)
      // Consent is a step: it lacks a number here.
      const isTried = act !== '' && act !== 'consent'
      expect((await refusalsOf(on.administrator)).slice(before)).toEqual(
        isTried ? [{ because: 'no-such-act', page: '/act/', act, subject: citizen.subject }] : [],
      )
    },
  )

  test.each(['Close <b>her</b> account', 'ida@example.test', `citizen ${'x'.repeat(40)}`])(
    'what was typed as an act and is none is not in the audit: %s',
    async (act) => {
      const before = (await refusalsOf(on.security)).length
      expect((await openAct(on.security, act, 'ida@example.test')).status).toBe(404)
      expect((await refusalsOf(on.security)).slice(before)).toEqual([
        { because: 'no-such-act', page: '/act/' },
      ])
    },
  )

  test('the order of another operator is neither shown nor done, and that is in the audit', async () => {
    const told = await order(on.support, 'citizen sign-out')
    const before = (await refusalsOf(on.administrator)).length
    expect((await on.administrator.open(told.url)).status).toBe(404)
    expect((await on.administrator.send(told, {}, { button: 'Do it' })).status).toBe(404)
    expect((await on.administrator.open('/order/?id=x')).status).toBe(404)
    const refused = { because: 'no-such-order', page: '/order/' }
    expect((await refusalsOf(on.administrator)).slice(before)).toEqual([refused, refused])
    expect(await events()).toEqual([])
  })

  test('whoever has proven who they are too long ago does it first, and comes back to the order', async () => {
    const told = await order(on.support, 'citizen sign-out')
    const age = (change: string) =>
      onEach(
        [on.stage.service.database.address],
        on.stage.service.database.database,
        `update portico_console_sign_in.sessions set authenticated_at = authenticated_at ${change} interval '6 minutes'`,
      )
    await age('-')
    const asked = await on.support.send(told, {}, { button: 'Do it', follow: false })
    await age('+')
    const login = new URL(asked.location ?? '', on.stage.url)
    expect([login.pathname, login.searchParams.get('max_age')]).toEqual(['/api/v1/sso/login', '270'])
    expect(login.search).toContain(encodeURIComponent(new URL(told.url).search))
    expect(await events()).toEqual([])
  })

  test('the page of an order says whether its operator has to prove who they are, or has proven it and has one press left', async () => {
    const told = await order(on.support, 'citizen sign-out')
    const [proven, asks] = ['You have proven who you are. Press to do it.', 'otherwise you are asked first']
    const expectOnly = (page: Visited, [says, saysNot]: readonly [string, string]) => {
      expect(mainOf(page)).toContain(says)
      expect(mainOf(page)).not.toContain(saysNot)
    }
    expectOnly(told, [proven, asks])
    await change(
      `update portico_console_sign_in.sessions set authenticated_at = authenticated_at - interval '6 minutes' where account_id = '${on.support.subject}'`,
    )
    const later = await on.support.open(told.url)
    expectOnly(later, [asks, proven])
    const asked = await on.support.send(later, {}, { button: 'Do it', follow: false })
    const back = await on.support.open(asked.location ?? '')
    expect(back.url).toBe(told.url)
    expectOnly(back, [proven, asks])
    expect(await events()).toEqual([])
  })

  // The console that is broken into: it writes what it likes to its on.views.
  const forged = async (changes: Readonly<Record<string, string>>) => {
    const row = { operator: on.support.citizenId, act: 'citizen sign-out', who: citizen.subject, ...changes }
    const [{ id = '' } = {}] = await on.views.query<{ id: string }>`
      insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id)
      values (gen_random_uuid(), ${row.operator}::text::uuid, ${row.act}, ${row.who}, '{}', 'forged', '', 'r') returning order_id::text as id`
    await expect.poll(() => stateOf(id)).toMatch(/told|refused/)
    await on.views.query`update console_orders set state = 'confirmed' where order_id = ${id}::text::uuid`
    await expect.poll(() => stateOf(id)).toMatch(/done|refused/)
    const [{ because = '' } = {}] = await on.stage.service.database.db.query<{ because: string }>`
      select coalesce(answer ->> 'because', '') as because from console_orders where order_id = ${id}::text::uuid`
    return because
  }
  const stateOf = async (id: string) => {
    const [row] = await on.stage.service.database.db.query<{ state: string }>`
      select state from console_orders where order_id = ${id}::text::uuid`
    return row?.state
  }

  test('the service asks its own rows, whatever the console says', async () => {
    const reader = await on.stage.operator('reader')
    await reader.open('/')
    const nobody = await addCitizen(on.stage.service)
    expect(await forged({ operator: reader.citizenId })).toBe('role')
    expect(await forged({ operator: nobody.citizenId })).toBe('no-operator')
    expect(await forged({ act: 'citizen close' })).toBe('role')
    expect(await forged({ act: 'citizen data' })).toBe('no-such-act')
    expect(await forged({ act: 'keys rotate' })).toBe('no-such-act')
    expect(await forged({ who: on.support.subject })).toBe('own-account')
    expect(await forged({ who: on.security.subject })).toBe('account-of-operator')
    expect(await forged({ operator: on.administrator.citizenId, who: on.administrator.subject })).toBe(
      'own-account',
    )
    const because = (await events()).map(({ name, details }) => ({ name, ...details }))
    expect(because.map((one) => ('because' in one ? one.because : one.name))).toEqual(['role', 'role'])
    expect((await now())?.standing).toBe('active')
  })

  test.each([
    ['too long ago', `update grants set authenticated_at = authenticated_at - interval '6 minutes'`],
    ['at another program', `update grants set client_id = 'another'`],
    ['with a password alone', `update sessions set proof = 'password'`],
    [
      'with a key that is younger than the operator',
      `update operators set added_at = added_at - interval '1 day'`,
    ],
    ['and was signed out since', `update sessions set ended_at = now()`],
    ['and lost all access since', `update citizens set security_version = security_version + 1`],
  ])('a sign-in that was %s does nothing', async (_, before) => {
    const own = await on.stage.operator('support')
    await own.open('/')
    const { citizenId } = own
    await change(`${before} where citizen_id = '${citizenId}'`)
    expect(await forged({ operator: citizenId })).toBe('sign-in-too-old')
    expect(await events()).toMatchObject([
      { name: 'operator-refused', details: { because: 'sign-in-too-old' } },
    ])
  })

  test('a console that is disabled as a program orders nothing', async () => {
    const { clientId } = on.stage.config
    await disableClient(on.stage.service.foundation, clientId)
    expect(await forged({})).toBe('sign-in-too-old')
    await enableClient(on.stage.service.foundation, clientId)
  })

  test('a sign-in that is fresh elsewhere and was not used to enter the console does nothing', async () => {
    const own = await on.stage.operator('support')
    await own.open('/')
    await change(
      `update grants set created_at = created_at - interval '6 minutes' where citizen_id = '${own.citizenId}'`,
    )
    expect(await forged({ operator: own.citizenId })).toBe('sign-in-too-old')
  })

  test('whom an act is about is a subject: an address may be somebody else’s by the time of the yes', async () => {
    expect(await forged({ who: citizen.email })).toBe('no-such-act')
    expect((await openAct(on.support, 'citizen sign-out', citizen.email)).status).toBe(404)
  })

  test('an operator orders twenty acts within an hour, whatever the console says', async () => {
    const own = await on.stage.operator('support')
    await own.open('/')
    const taken = (times: number) =>
      change(`insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id, state, asked_at, taken_at, confirmed_at, ends_at)
        select gen_random_uuid(), '${own.citizenId}', 'citizen sign-out', 'x', '{}', 'a test', '', 'r', 'done', now(), now(), now(), now() + interval '1 hour'
          from generate_series(1, ${times})`)
    await taken(19)
    expect(await forged({ operator: own.citizenId, act: 'citizen require-verification' })).toBe('')
    expect(await forged({ operator: own.citizenId })).toBe('too-many')
    expect((await events()).at(-1)).toMatchObject({
      name: 'operator-refused',
      details: { because: 'too-many' },
    })
  })

  test('an operator who is suspended orders nothing', async () => {
    const own = await on.stage.operator('support')
    await own.open('/')
    await suspendCitizen(on.stage.service.foundation, { emailOrSubject: own.subject, reason: 'a test' })
    expect(await forged({ operator: own.citizenId })).toBe('no-operator')
  })

  test('of the accounts of operators, an administrator changes those of others', async () => {
    const other = await on.stage.operator('support')
    citizen = (await findCitizen(on.stage.service.foundation.db, other.citizenId)) ?? citizen
    // The sign-ins of the others ended with the console that was disabled.
    const [security, administrator] = [
      await on.stage.operator('security'),
      await on.stage.operator('administrator'),
    ]
    expect(mainOf(await order(security, 'citizen sign-out'))).toContain('Only an administrator acts on it')
    const done = await doIt(administrator, await order(administrator, 'citizen sign-out'))
    expect(mainOf(done)).toContain('is signed out everywhere')
  })
})
