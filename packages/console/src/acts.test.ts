import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listSessions } from '../../identity/src/access/index.ts'
import {
  type Citizen,
  findCitizen,
  SUSPENSION_CAUSES,
  suspendCitizen,
} from '../../identity/src/citizens/index.ts'
import { disableClient, enableClient } from '../../identity/src/clients/index.ts'
import { VIEWS_SCHEMA } from '../../identity/src/console-role/index.ts'
import { type DatabasePool, openPool } from '../../identity/src/platform/postgres/connect.ts'
import { onEach } from '../../identity/testing/database.ts'
import { addCitizen, signIn } from '../../identity/testing/people.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { type OrdersStage, startOrders } from '../testing/orders.ts'

let stage: ConsoleStage
let support: ConsoleBrowser
let security: ConsoleBrowser
let administrator: ConsoleBrowser
let orders: OrdersStage
let views: DatabasePool
let citizen: Citizen
beforeAll(async () => {
  stage = await startStage({ PORTICO_CONSOLE_LOOKS_PER_HOUR: '1000' })
  support = await stage.operator('support')
  security = await stage.operator('security')
  administrator = await stage.operator('administrator')
  views = openPool(
    { kind: 'url', url: `${stage.config.databaseUrl}&search_path=${VIEWS_SCHEMA}` },
    { connections: 2, deadlineMilliseconds: 20_000, access: 'any' },
  )
})
afterAll(async () => {
  await views.close()
  await stage.close()
})
beforeEach(async () => {
  orders = startOrders(stage)
  citizen = await addCitizen(stage.service)
})
afterEach(() => orders.stop())

const mainOf = ({ html }: Visited) => (html.querySelector('main')?.text ?? '').replace(/\s+/g, ' ').trim()
const actsOn = async (who: ConsoleBrowser) =>
  (await who.open(`/citizen/?subject=${citizen.subject}`)).html
    .querySelectorAll('main ul a')
    .map(({ text }) => text.trim())
const openAct = (who: ConsoleBrowser, act: string, subject = citizen.subject) =>
  who.open(`/act/?${new URLSearchParams({ act, subject })}`)
const WHY = { ticket: 'T-17', reason: 'The citizen called' }

const sessions = async () =>
  (await listSessions(stage.service.foundation, { citizenId: citizen.citizenId, language: '' })).length

const change = (statement: string) =>
  onEach([stage.service.database.address], stage.service.database.database, statement)

/** Orders an act. Returns the page that tells what it would do, or why not. */
async function order(who: ConsoleBrowser, act: string, fields: Readonly<Record<string, string>> = {}) {
  return who.send(await openAct(who, act), { ...WHY, ...fields }, { button: 'Tell me what would happen' })
}
const doIt = (who: ConsoleBrowser, told: Visited) => who.send(told, {}, { button: 'Do it' })
const now = async () => findCitizen(stage.service.foundation.db, citizen.citizenId)
const events = () =>
  stage.service.database.db.query<{ name: string; operator: string; address: string; details: object }>`
    select name, operator, address, details from audit_events
     where citizen_id = ${citizen.citizenId} and operator is not null and name <> 'operator-looked' order by written_in, event_id`

// proves: orders-told-first
describe('an act from the console', () => {
  test('is told first, and done when its operator says yes; the event has the operator, the ticket and the reason', async () => {
    await signIn(stage.service.browser(), citizen)
    const told = await order(support, 'citizen sign-out')
    expect(mainOf(told)).toContain('This would happen. Nothing has changed yet.')
    expect(mainOf(told)).toContain('ends 1 session')
    expect([await sessions(), await events()]).toEqual([1, []])
    const done = await doIt(support, told)
    expect(mainOf(done)).toContain(`Citizen ${citizen.subject} is signed out everywhere.`)
    expect(await sessions()).toBe(0)
    expect(await events()).toEqual([
      {
        ...{ name: 'citizen-signed-out', operator: support.name, address: '127.0.0.1' },
        details: { reason: 'ticket T-17: The citizen called' },
      },
    ])
  })

  test('takes its options, and tells what they mean', async () => {
    const told = await order(security, 'citizen suspend', { cause: 'misuse', until: '30d' })
    expect((await now())?.standing).toBe('active')
    expect(mainOf(await doIt(security, told))).toMatch(/is suspended until \d{4}-/)
    expect((await now())?.standing).toBe('suspended')
    expect(await events()).toMatchObject([{ name: 'citizen-suspended', details: { cause: 'misuse' } }])
  })

  test('offers every cause of a suspension, and no other', async () => {
    const page = await openAct(security, 'citizen suspend')
    const offered = page.html
      .querySelectorAll('select[name=cause] option')
      .map((one) => one.getAttribute('value'))
    expect(offered).toEqual(Object.keys(SUSPENSION_CAUSES))
  })

  test('covers the address that a letter would go to', async () => {
    const told = await order(security, 'citizen change-address', { to: 'new.address@example.test' })
    expect(mainOf(told)).toMatch(/sends the letter \S+ to/)
    expect(told.body).not.toContain(citizen.email)
    expect(told.body).not.toContain('new.address@example.test')
  })

  test('that would change nothing has no button', async () => {
    const told = await order(security, 'citizen reinstate')
    expect(mainOf(told)).toContain('was not suspended')
    expect(told.html.querySelectorAll('main form')).toEqual([])
    expect(await events()).toEqual([])
  })

  test.each([
    ['suspend', { cause: 'anger' }, /--cause must be one of/],
    ['suspend', { until: 'some day' }, /--until/],
    ['change-address', { to: 'no address' }, /address/],
  ])('refuses %s with %j in one sentence, and changes nothing', async (act, fields, says) => {
    const page = await order(security, `citizen ${act}`, fields)
    expect(mainOf(page)).toMatch(says)
    expect(page.html.querySelectorAll('main form')).toEqual([])
    expect([(await now())?.standing, await waitingChanges()]).toEqual(['active', []])
  })
  const waitingChanges = () =>
    stage.service.database.db.query`select 1 from address_changes where citizen_id = ${citizen.citizenId}`

  test.each([
    [{ ticket: '' }, 'ticket'],
    [{ reason: '' }, 'reason'],
    [{ reason: 'x'.repeat(401) }, 'reason'],
    [{ ticket: '<b>' }, 'ticket'],
  ])('needs a ticket and a reason: %j', async (fields, wrong) => {
    const page = await order(support, 'citizen sign-out', fields)
    expect(page.status).toBe(400)
    expect(page.html.querySelector('.summary a')?.getAttribute('href')).toBe(`#${wrong}`)
    expect(await stored()).toEqual([])
  })
  const stored = () =>
    stage.service.database.db.query`select 1 from console_orders where who = ${citizen.subject}`

  test('needs what the act needs', async () => {
    const page = await order(security, 'citizen change-address', { to: '' })
    expect([page.status, page.html.querySelector('.summary a')?.getAttribute('href')]).toEqual([400, '#to'])
  })

  test('is done once, however often its operator says yes', async () => {
    const told = await order(support, 'citizen require-verification')
    const pages = await Promise.all([doIt(support, told), doIt(support, told), doIt(support, told)])
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await events()).map(({ name }) => name)).toEqual(['citizen-verification-required'])
  })

  test('waits where no service carries out orders, one at a time, and the page says so', async () => {
    await orders.stop()
    const page = await order(support, 'citizen sign-out')
    expect(mainOf(page)).toContain('The service has not answered yet')
    expect((await order(support, 'citizen sign-out')).status).toBe(409)
    orders = startOrders(stage)
    await expect.poll(async () => mainOf(await support.open(page.url))).toContain('This would happen')
  })

  test('is said to be lost where the service was stopped in the middle, and is not done again', async () => {
    await orders.stop()
    const page = await order(support, 'citizen sign-out')
    await stage.service.database.db.query`
      update console_orders set state = 'running', taken_at = now() - interval '3 minutes' where who = ${citizen.subject}`
    orders = startOrders(stage)
    const told = await order(support, 'citizen forgive-failures')
    expect(mainOf(told)).toContain('The service says')
    expect(mainOf(await support.open(page.url))).toContain('The service was stopped while it did this')
    expect(await events()).toEqual([])
  })

  test('is not done where it would do something else by now than was told; more of the same is no difference', async () => {
    const told = await order(support, 'citizen sign-out')
    await signIn(stage.service.browser(), citizen)
    expect(mainOf(await doIt(support, told))).toContain('It was not done')
    expect(await sessions()).toBe(1)
    const anew = await order(support, 'citizen sign-out')
    stage.service.clock.advance(1)
    await signIn(stage.service.browser(), citizen)
    expect(mainOf(await doIt(support, anew))).toContain('is signed out everywhere')
    expect(await sessions()).toBe(0)
  })

  test('leaves nothing of a person where the account is closed', async () => {
    await order(security, 'citizen change-address', { to: 'new.address@example.test' })
    await doIt(administrator, await order(administrator, 'citizen close'))
    const rows = await stage.service.database.db.query<{ row: string }>`
      select row_to_json(console_orders)::text as row from console_orders where who = ${citizen.subject}`
    expect(rows).toHaveLength(2)
    for (const { row } of rows) expect(row).not.toMatch(/@example\.test/)
  })

  test('is nobody else’s to see or to say yes to', async () => {
    const told = await order(support, 'citizen sign-out')
    expect((await security.open(told.url)).status).toBe(404)
    const [{ id = '' } = {}] = await stage.service.database.db.query<{ id: string }>`
      select order_id::text as id from console_orders where who = ${citizen.subject}`
    const own = await order(security, 'citizen sign-out')
    own.html.querySelector('input[name=id]')?.setAttribute('value', id)
    expect((await doIt(security, own)).status).toBe(404)
    expect(await events()).toEqual([])
  })
})

// proves: orders-by-role
describe('who may order what', () => {
  test('the page of an account offers the acts of the role', async () => {
    const [few, more, all] = [await actsOn(support), await actsOn(security), await actsOn(administrator)]
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
    const who = { support, security }[role]
    expect((await openAct(who, `citizen ${act}`)).status).toBe(403)
    const form = await openAct(who, 'citizen sign-out')
    form.html.querySelector('input[name=act]')?.setAttribute('value', `citizen ${act}`)
    expect((await who.send(form, WHY)).status).toBe(403)
    const refused = await stage.service.database.db.query`
      select 1 from audit_events where name = 'console-refused' and operator = ${who.name} and details ->> 'page' = '/act/'`
    expect(refused).toHaveLength(2)
  })

  test.each(['citizen data', 'citizen show', 'keys rotate', 'consent', ''])(
    '%j is no act of the console',
    async (act) => {
      expect((await openAct(administrator, act)).status).toBe(404)
    },
  )

  test('whoever has proven who they are too long ago does it first, and comes back to the order', async () => {
    const told = await order(support, 'citizen sign-out')
    const age = (change: string) =>
      onEach(
        [stage.service.database.address],
        stage.service.database.database,
        `update portico_console_sign_in.sessions set authenticated_at = authenticated_at ${change} interval '6 minutes'`,
      )
    await age('-')
    const asked = await support.send(told, {}, { button: 'Do it', follow: false })
    await age('+')
    const login = new URL(asked.location ?? '', stage.url)
    expect([login.pathname, login.searchParams.get('max_age')]).toEqual(['/api/v1/sso/login', '270'])
    expect(login.search).toContain(encodeURIComponent(new URL(told.url).search))
    expect(await events()).toEqual([])
  })

  // The console that is broken into: it writes what it likes to its views.
  const forged = async (changes: Readonly<Record<string, string>>) => {
    const row = { operator: support.citizenId, act: 'citizen sign-out', who: citizen.subject, ...changes }
    const [{ id = '' } = {}] = await views.query<{ id: string }>`
      insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id)
      values (gen_random_uuid(), ${row.operator}::text::uuid, ${row.act}, ${row.who}, '{}', 'forged', '', 'r') returning order_id::text as id`
    await expect.poll(() => stateOf(id)).toMatch(/told|refused/)
    await views.query`update console_orders set state = 'confirmed' where order_id = ${id}::text::uuid`
    await expect.poll(() => stateOf(id)).toMatch(/done|refused/)
    const [{ because = '' } = {}] = await stage.service.database.db.query<{ because: string }>`
      select coalesce(answer ->> 'because', '') as because from console_orders where order_id = ${id}::text::uuid`
    return because
  }
  const stateOf = async (id: string) => {
    const [row] = await stage.service.database.db.query<{ state: string }>`
      select state from console_orders where order_id = ${id}::text::uuid`
    return row?.state
  }

  test('the service asks its own rows, whatever the console says', async () => {
    const reader = await stage.operator('reader')
    await reader.open('/')
    const nobody = await addCitizen(stage.service)
    expect(await forged({ operator: reader.citizenId })).toBe('role')
    expect(await forged({ operator: nobody.citizenId })).toBe('no-operator')
    expect(await forged({ act: 'citizen close' })).toBe('role')
    expect(await forged({ act: 'citizen data' })).toBe('no-such-act')
    expect(await forged({ act: 'keys rotate' })).toBe('no-such-act')
    expect(await forged({ who: support.subject })).toBe('own-account')
    expect(await forged({ who: security.subject })).toBe('account-of-operator')
    expect(await forged({ operator: administrator.citizenId, who: administrator.subject })).toBe(
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
    const own = await stage.operator('support')
    await own.open('/')
    const { citizenId } = own
    await change(`${before} where citizen_id = '${citizenId}'`)
    expect(await forged({ operator: citizenId })).toBe('sign-in-too-old')
    expect(await events()).toMatchObject([
      { name: 'operator-refused', details: { because: 'sign-in-too-old' } },
    ])
  })

  test('a console that is disabled as a program orders nothing', async () => {
    const { clientId } = stage.config
    await disableClient(stage.service.foundation, clientId)
    expect(await forged({})).toBe('sign-in-too-old')
    await enableClient(stage.service.foundation, clientId)
  })

  test('a sign-in that is fresh elsewhere and was not used to enter the console does nothing', async () => {
    const own = await stage.operator('support')
    await own.open('/')
    await change(
      `update grants set created_at = created_at - interval '6 minutes' where citizen_id = '${own.citizenId}'`,
    )
    expect(await forged({ operator: own.citizenId })).toBe('sign-in-too-old')
  })

  test('whom an act is about is a subject: an address may be somebody else’s by the time of the yes', async () => {
    expect(await forged({ who: citizen.email })).toBe('no-such-act')
    expect((await openAct(support, 'citizen sign-out', citizen.email)).status).toBe(404)
  })

  test('an operator orders twenty acts within an hour, whatever the console says', async () => {
    const own = await stage.operator('support')
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
    const own = await stage.operator('support')
    await own.open('/')
    await suspendCitizen(stage.service.foundation, { emailOrSubject: own.subject, reason: 'a test' })
    expect(await forged({ operator: own.citizenId })).toBe('no-operator')
  })

  test('of the accounts of operators, an administrator changes those of others', async () => {
    const other = await stage.operator('support')
    citizen = (await findCitizen(stage.service.foundation.db, other.citizenId)) ?? citizen
    expect(mainOf(await order(security, 'citizen sign-out'))).toContain('Only an administrator acts on it')
    const done = await doIt(administrator, await order(administrator, 'citizen sign-out'))
    expect(mainOf(done)).toContain('is signed out everywhere')
  })
})

// proves: orders-through-views
describe('what the console may write', () => {
  const asked = async () => {
    const [{ id = '' } = {}] = await views.query<{ id: string }>`
      insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id, state, answer, asked_at, taken_at, ends_at)
      values (gen_random_uuid(), gen_random_uuid(), 'citizen close', 'x', '{}', 'forged', '', 'r', 'confirmed', '{"lines":[],"json":null}',
              now() + interval '1 year', now(), now() + interval '1 year') returning order_id::text as id`
    return id
  }
  const storedOrder = async (id: string) => {
    const [row] = await stage.service.database.db.query`
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
      await views.query`update console_orders set state = ${state}, answer = '{}' where order_id = ${id}::text::uuid`
      expect(await storedOrder(id)).toEqual(AS_ASKED)
    },
  )

  test('says yes to what was told, and changes nothing else of it', async () => {
    const id = await asked()
    await stage.service.database.db
      .query`update console_orders set state = 'told' where order_id = ${id}::text::uuid`
    await views.query`
      update console_orders set state = 'done', act = 'x', who = 'y', reason = 'z' where order_id = ${id}::text::uuid`
    expect(await storedOrder(id)).toMatchObject({ state: 'told' })
    await views.query`
      update console_orders set state = 'confirmed', act = 'x', who = 'y', reason = 'z', options = '{"a":"b"}' where order_id = ${id}::text::uuid`
    const [row] = await stage.service.database.db.query`
      select state, act, who, reason, options from console_orders where order_id = ${id}::text::uuid`
    expect(row).toEqual({ state: 'confirmed', act: 'citizen close', who: 'x', reason: 'forged', options: {} })
  })

  test('says no yes to what was told an hour ago', async () => {
    const id = await asked()
    await stage.service.database.db.query`
      update console_orders set state = 'told', ends_at = now() where order_id = ${id}::text::uuid`
    await views.query`update console_orders set state = 'confirmed' where order_id = ${id}::text::uuid`
    expect(await storedOrder(id)).toMatchObject({ state: 'told' })
  })

  test('says yes at once or not at all', async () => {
    const id = await asked()
    await stage.service.database.db
      .query`update console_orders set state = 'told' where order_id = ${id}::text::uuid`
    await views.query`update console_orders set state = 'confirmed' where order_id = ${id}::text::uuid`
    await stage.service.database.db.query`
      update console_orders set asked_at = now() - interval '5 minutes', confirmed_at = now() - interval '3 minutes' where order_id = ${id}::text::uuid`
    orders = startOrders(stage)
    await order(support, 'citizen sign-out')
    expect(await storedOrder(id)).toMatchObject({ state: 'confirmed' })
  })

  test('is one order of an operator at a time', async () => {
    const twice = () => views.query`
      insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id)
      values (gen_random_uuid(), ${support.citizenId}, 'citizen sign-out', ${citizen.subject}, '{}', 'forged', '', 'r') returning order_id`
    const made = await Promise.all([twice(), twice(), twice()])
    expect(made.map((rows) => rows.length).toSorted()).toEqual([0, 0, 1])
    await stage.service.database.db.query`delete from console_orders where operator_id = ${support.citizenId}`
  })

  test.each([
    ['a long reason', { reason: 'x'.repeat(501) }],
    ['a long act', { act: 'x'.repeat(1001) }],
    ['many options', { options: JSON.stringify({ a: 'x'.repeat(200_000) }) }],
    ['an option that is no text', { options: '{"until":1}' }],
    ['options that are no object', { options: '["until"]' }],
  ])('is no order with %s', async (_, changes) => {
    const row = { reason: 'forged', act: 'citizen sign-out', options: '{}', ...changes }
    const written = views.query`
      insert into console_orders (order_id, operator_id, act, who, options, reason, address, request_id)
      values (gen_random_uuid(), gen_random_uuid(), ${row.act}, 'x', ${row.options}::text::jsonb, ${row.reason}, '', 'r')`
    await expect(written).rejects.toThrow(/no order/)
  })

  test('is no event that is large', async () => {
    const details = JSON.stringify({ command: randomBytes(20_000).toString('hex') })
    const written = views.query`
      insert into audit_events (event_id, at, name, actor, details)
      values (gen_random_uuid(), now(), 'operator-looked', 'operator', ${details}::text::jsonb)`
    await expect(written).rejects.toThrow(/too large/)
  })

  test('deletes nothing', async () => {
    await expect(views.query`delete from console_orders`).rejects.toThrow(/permission denied/)
  })
})

describe('an act that waits for another operator', () => {
  beforeEach(async () => {
    await orders.stop()
    orders = startOrders(stage, { PORTICO_FOUR_EYES: 'all' })
    await stage.service.database.db.query`delete from waiting_acts`
  })
  const step = async (who: ConsoleBrowser, link: string) => {
    const list = await who.open('/acts/')
    const form = await who.inner.click(list, link)
    return who.send(form, WHY, { button: 'Tell me what would happen' })
  }
  const ask = async () => doIt(security, await order(security, 'citizen suspend'))

  test('is listed, and done when another one consents', async () => {
    expect(mainOf(await ask())).toContain('The act waits as number')
    expect((await now())?.standing).toBe('active')
    const told = await step(administrator, 'Consent to an act')
    expect(mainOf(told)).toContain(`${security.name} asked on`)
    expect(mainOf(await doIt(administrator, told))).toContain('is suspended')
    expect((await now())?.standing).toBe('suspended')
    expect((await events()).at(-1)).toMatchObject({
      ...{ name: 'citizen-suspended', operator: security.name },
      details: { consented_by: administrator.name },
    })
  })

  test('is not done where it would do something else than was told before the yes', async () => {
    await ask()
    const told = await step(administrator, 'Consent to an act')
    await signIn(stage.service.browser(), citizen)
    expect(mainOf(await doIt(administrator, told))).toContain('It was not done')
    expect((await now())?.standing).toBe('active')
    const anew = await step(administrator, 'Consent to an act')
    expect(mainOf(anew)).toContain('now also: ends')
    expect(mainOf(await doIt(administrator, anew))).toContain('is suspended')
  })

  test('is not consented to by whoever asked, nor by a role that it is not for', async () => {
    await ask()
    const list = await security.open('/acts/')
    expect(list.html.querySelectorAll('main table a').map(({ text }) => text)).toEqual(['Withdraw an act'])
    expect((await support.open('/acts/')).html.querySelectorAll('main table a')).toEqual([])
    const number = /number=(\d{6})/.exec(list.body)?.[1] ?? ''
    for (const [who, says] of [
      [security, 'You asked for this act yourself'],
      [support, 'your role does not reach this act'],
    ] as const) {
      const page = await who.open(`/act/?act=consent&number=${number}`)
      expect(mainOf(await who.send(page, WHY, { button: 'Tell me what would happen' }))).toContain(says)
    }
    expect((await now())?.standing).toBe('active')
  })

  test('says to whoever consents what they consent to', async () => {
    const to = 'new.address@example.test'
    await doIt(security, await order(security, 'citizen change-address', { to }))
    expect((await step(administrator, 'Consent to an act')).body).toContain(`--to ${to}`)
  })

  test('is withdrawn by whoever asked', async () => {
    await ask()
    expect(mainOf(await doIt(security, await step(security, 'Withdraw an act')))).toContain('is withdrawn')
    expect(mainOf(await security.open('/acts/'))).toContain('No act waits')
  })
})
