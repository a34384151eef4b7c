import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Citizen } from '../../identity/src/citizens/index.ts'
import { askForLink, linkTo } from '../../identity/src/command/backup.fixture.ts'
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

const ACT = 'citizen resend'
let on: OperatorsStage
let orders: OrdersStage
let citizen: Citizen
beforeAll(async () => {
  on = await openOperators()
  orders = startOrders(on.stage)
})
afterAll(async () => {
  await orders.stop()
  await on.close()
})
beforeEach(async () => {
  citizen = await addCitizen(on.stage.service)
})

const recover = () => askForLink(on.stage.service, '/api/v1/accounts/recover/', { email: citizen.email })
const order = (who = on.support) => orderAct(who, { act: ACT, subject: citizen.subject })
const letters = async () => {
  const rows = await on.stage.service.database.db.query<{ kind: string }>`
    select kind from outbox where recipient = ${citizen.email}`
  return rows.map(({ kind }) => kind)
}

// proves: letters-are-resent
describe('a letter that goes out once more, from the console', () => {
  test('is told with a covered address, is sent at the yes, and the operator sees neither link nor code', async () => {
    await recover()
    const told = await order()
    expect(mainOf(told)).toMatch(/sends the letter Choose a new password to \S…@/)
    expect(await letters()).toEqual(['recovery'])
    const done = await doIt(on.support, told)
    expect(mainOf(done)).toContain('The letter Choose a new password goes out once more')
    expect(await letters()).toEqual(['recovery', 'recovery'])
    const secret = /[\w-]{43,}/.exec(await linkTo(on.stage.service, citizen.email))?.[0] ?? ''
    expect(secret.length).toBeGreaterThan(42)
    const audit = await on.stage.service.database.db.query`select details::text from audit_events`
    for (const seen of [told.body, done.body, JSON.stringify(audit), on.stage.logLines.join()]) {
      expect(seen).not.toContain(secret.slice(-20))
      expect(seen).not.toContain(citizen.email)
    }
  })

  test('has the ticket and the reason in the audit, and stands in the citizen’s own Activity', async () => {
    await recover()
    await doIt(on.support, await order())
    expect(await operatorEvents(on.stage, citizen.citizenId)).toMatchObject([
      { name: 'recovery-requested', operator: on.support.name },
      {
        ...{ name: 'citizen-letter-resent', operator: on.support.name },
        details: { kind: 'recovery', reason: 'ticket T-17: The citizen called' },
      },
    ])
    const browser = on.stage.service.browser()
    await signIn(browser, citizen)
    expect(mainOf(await browser.get('/account/activity/'))).toContain(
      'The people who run this service sent the email with the link once more',
    )
  })

  test('is refused where nobody waits for one, also after the link was told', async () => {
    expect(mainOf(await order())).toContain('No link was asked for in the last days')
    await recover()
    const told = await order()
    await on.stage.service.database.db.query`
      delete from mailed_links where citizen_id = ${citizen.citizenId}`
    expect(mainOf(await doIt(on.support, told))).toContain('No link was asked for in the last days')
    expect(await letters()).toEqual(['recovery'])
  })

  test('counts among the mails of the citizen, and the preview does not', async () => {
    await recover()
    await recover()
    await order()
    await doIt(on.support, await order())
    const spent = await order()
    expect(mainOf(spent)).toMatch(/Try again in \d+ minutes/)
    expect(spent.html.querySelectorAll('main form')).toEqual([])
    await expect(recover()).rejects.toThrow('429')
    expect(await letters()).toHaveLength(3)
  })

  test('is not done where the citizen has asked for something else by the yes', async () => {
    await recover()
    const told = await order()
    await on.stage.service.database.db.query`
      update mailed_links set kind = 'verification' where citizen_id = ${citizen.citizenId}`
    expect(mainOf(await doIt(on.support, told))).toContain('It was not done')
    expect(await letters()).toEqual(['recovery'])
  })

  test('is no act of a reader', async () => {
    const reader = await on.stage.operator('reader')
    expect((await openAct(reader, ACT, citizen.subject)).status).toBe(403)
  })
})
