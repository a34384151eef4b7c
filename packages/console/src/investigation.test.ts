import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../identity/testing/people.ts'
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

const LOOKED = 'The people who run this service looked at the account'
const ACT = 'citizen investigate'
let on: OperatorsStage
let orders: OrdersStage
beforeAll(async () => {
  on = await openOperators()
  orders = startOrders(on.stage)
})
afterAll(async () => {
  await orders.stop()
  await on.close()
})

const openAccount = (subject: string) => on.support.open(`/citizen/?subject=${subject}`)

// proves: looks-are-held-back
test('security begins an investigation from the console: the looks of supporters are told when it is over', async () => {
  const citizen = await addCitizen(on.stage.service)
  const { subject, citizenId } = citizen
  const browser = on.stage.service.browser()
  await signIn(browser, citizen)
  const activity = async () => mainOf(await browser.get('/account/activity/'))
  const told = await orderAct(on.security, { act: ACT, subject }, { days: '14' })
  expect(mainOf(told)).toContain('tells the citizen no look before')
  expect(mainOf(await doIt(on.security, told))).toContain('is investigated')
  await openAccount(subject)
  expect(await activity()).not.toContain(LOOKED)
  expect(await operatorEvents(on.stage, citizenId)).toMatchObject([
    { name: 'investigation-begun', operator: on.security.name },
  ])
  const again = await orderAct(on.security, { act: ACT, subject }, { days: '30' })
  expect(mainOf(again)).toContain('the end is not put off')
  await doIt(on.security, await orderAct(on.security, { act: 'citizen end-investigation', subject }))
  expect(await activity()).toContain(LOOKED)
  expect(await activity()).toContain('began an investigation of the account')
})

// proves: looks-are-held-back
test('neither a reader nor support begins or ends one, nor whoever is investigated', async () => {
  const { subject, citizenId } = await addCitizen(on.stage.service)
  const reader = await on.stage.operator('reader')
  await reader.open('/')
  for (const who of [reader, on.support])
    for (const act of [ACT, 'citizen end-investigation'])
      expect((await openAct(who, act, subject)).status).toBe(403)
  const own = await orderAct(on.security, { act: ACT, subject: on.security.subject }, { days: '14' })
  expect(mainOf(own)).toContain('this is your own account')
  expect(await operatorEvents(on.stage, citizenId)).toEqual([])
  expect(await on.stage.service.database.db.query`select 1 from investigations`).toEqual([])
})

test('a length that is none is refused in a sentence', async () => {
  const { subject } = await addCitizen(on.stage.service)
  const told = await orderAct(on.security, { act: ACT, subject }, { days: '31' })
  expect(mainOf(told)).toContain('The days must be a whole number from 1 to 30')
  const empty = await orderAct(on.security, { act: ACT, subject }, { days: '' })
  expect(empty.status).toBe(400)
})
