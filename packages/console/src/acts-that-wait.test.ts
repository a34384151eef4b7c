import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Citizen, findCitizen } from '../../identity/src/citizens/index.ts'
import { addOperator } from '../../identity/src/operators/index.ts'
import { addCitizen, signIn } from '../../identity/testing/people.ts'
import type { ConsoleBrowser } from '../testing/console-stage.ts'
import {
  doIt,
  mainOf,
  type OperatorsStage,
  type OrdersStage,
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

const now = async () => findCitizen(on.stage.service.foundation.db, citizen.citizenId)
const order = (who: ConsoleBrowser, act: string, fields: Readonly<Record<string, string>> = {}) =>
  orderAct(who, { act, subject: citizen.subject }, fields)
const events = () => operatorEvents(on.stage, citizen.citizenId)

describe('an act that waits for another operator', () => {
  beforeEach(async () => {
    await orders.stop()
    orders = startOrders(on.stage, { PORTICO_FOUR_EYES: 'all' })
    await on.stage.service.database.db.query`delete from waiting_acts`
  })
  const step = async (who: ConsoleBrowser, link: string) => {
    const list = await who.open('/acts/')
    const form = await who.inner.click(list, link)
    return who.send(form, WHY, { button: 'Tell me what would happen' })
  }
  const ask = async () => doIt(on.security, await order(on.security, 'citizen suspend'))

  // proves: console-says-facts-in-words
  test('is listed, and done when another one consents', async () => {
    expect(mainOf(await ask())).toContain('The act waits as number')
    const list = await on.administrator.open('/acts/')
    expect(mainOf(list)).toContain(`Suspend the account: Citizen citizen suspend ${citizen.subject}`)
    expect(list.html.querySelector(`main a[href="/citizen/?subject=${citizen.subject}"]`)).not.toBeNull()
    const german = await on.administrator.inner.get('/acts/', { headers: { 'accept-language': 'de' } })
    expect(mainOf(german)).toContain(`Das Konto sperren: Konto citizen suspend ${citizen.subject}`)
    expect((await now())?.standing).toBe('active')
    const told = await step(on.administrator, 'Consent to an act')
    expect(mainOf(told)).toContain(`${on.security.name} asked on`)
    expect(mainOf(await doIt(on.administrator, told))).toContain('is suspended')
    expect((await now())?.standing).toBe('suspended')
    expect((await events()).at(-1)).toMatchObject({
      ...{ name: 'citizen-suspended', operator: on.security.name },
      details: { consented_by: on.administrator.name },
    })
  })

  test('is not done where it would do something else than was told before the yes', async () => {
    await ask()
    const told = await step(on.administrator, 'Consent to an act')
    await signIn(on.stage.service.browser(), citizen)
    expect(mainOf(await doIt(on.administrator, told))).toContain('It was not done')
    expect((await now())?.standing).toBe('active')
    const anew = await step(on.administrator, 'Consent to an act')
    expect(mainOf(anew)).toContain('now also: ends')
    expect(mainOf(await doIt(on.administrator, anew))).toContain('is suspended')
  })

  test('is not consented to by whoever asked, nor by a role that it is not for', async () => {
    await ask()
    const list = await on.security.open('/acts/')
    expect(list.html.querySelectorAll('main table td:last-child a').map(({ text }) => text)).toEqual([
      'Withdraw an act',
    ])
    expect((await on.support.open('/acts/')).html.querySelectorAll('main table td:last-child a')).toEqual([])
    const number = /number=(\d{6})/.exec(list.body)?.[1] ?? ''
    for (const [who, says] of [
      [on.security, 'You asked for this act yourself'],
      [on.support, 'your role does not reach this act'],
    ] as const) {
      const page = await who.open(`/act/?act=consent&number=${number}`)
      expect(mainOf(await who.send(page, WHY, { button: 'Tell me what would happen' }))).toContain(says)
    }
    expect((await now())?.standing).toBe('active')
  })

  // proves: four-eyes-another
  test('is not consented to by the account that asked, under another name of it', async () => {
    await ask()
    const { foundation } = on.stage.service
    const rename = async (name: string) => {
      const done = await addOperator(foundation, {
        emailOrSubject: on.security.subject,
        name,
        role: 'security',
      })
      expect(done.ok).toBe(true)
    }
    await rename('Somebody else')
    try {
      const list = await on.security.open('/acts/')
      expect(list.html.querySelectorAll('main table td:last-child a').map(({ text }) => text)).toEqual([
        'Withdraw an act',
      ])
      const number = /number=(\d{6})/.exec(list.body)?.[1] ?? ''
      const form = await on.security.open(`/act/?act=consent&number=${number}`)
      const told = await on.security.send(form, WHY, { button: 'Tell me what would happen' })
      expect(mainOf(told)).toContain('You asked for this act yourself')
      expect((await now())?.standing).toBe('active')
      expect(mainOf(await doIt(on.security, await step(on.security, 'Withdraw an act')))).toContain(
        'is withdrawn',
      )
    } finally {
      await rename(on.security.name)
    }
  })

  test('says to whoever consents what they consent to', async () => {
    const to = 'new.address@example.test'
    await doIt(on.security, await order(on.security, 'citizen change-address', { to }))
    expect(mainOf(await step(on.administrator, 'Consent to an act'))).toContain(`mail address: ${to}`)
  })

  test('is withdrawn by whoever asked', async () => {
    await ask()
    expect(mainOf(await doIt(on.security, await step(on.security, 'Withdraw an act')))).toContain(
      'is withdrawn',
    )
    expect(mainOf(await on.security.open('/acts/'))).toContain('No act waits')
  })
})
