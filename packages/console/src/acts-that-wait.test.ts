import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Citizen, findCitizen } from '../../identity/src/citizens/index.ts'
import { addCitizen, signIn } from '../../identity/testing/people.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { doIt, mainOf, type OrdersStage, orderAct, startOrders, WHY } from '../testing/orders.ts'

let stage: ConsoleStage
let support: ConsoleBrowser
let security: ConsoleBrowser
let administrator: ConsoleBrowser
let orders: OrdersStage
let citizen: Citizen
beforeAll(async () => {
  stage = await startStage({ PORTICO_CONSOLE_LOOKS_PER_HOUR: '1000' })
  support = await stage.operator('support')
  security = await stage.operator('security')
  administrator = await stage.operator('administrator')
})
afterAll(() => stage.close())
beforeEach(async () => {
  orders = startOrders(stage)
  citizen = await addCitizen(stage.service)
})
afterEach(() => orders.stop())

const now = async () => findCitizen(stage.service.foundation.db, citizen.citizenId)
const order = (who: ConsoleBrowser, act: string, fields: Readonly<Record<string, string>> = {}) =>
  orderAct(who, { act, subject: citizen.subject }, fields)
const events = () =>
  stage.service.database.db.query<{ name: string; operator: string; address: string; details: object }>`
    select name, operator, address, details from audit_events
     where citizen_id = ${citizen.citizenId} and operator is not null and name <> 'operator-looked' order by written_in, event_id`

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
