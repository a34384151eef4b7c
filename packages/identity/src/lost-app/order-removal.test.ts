import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { givePassword } from '../../testing/soft-app.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { suspendCitizen } from '../citizens/index.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { UTC } from '../platform/date-words.ts'
import { waitingNeeds } from '../rooms.ts'
import { carryOutAll, DAY_SECONDS, WAIT_SECONDS, withOldApp } from './lost-app.fixture.ts'
import { orderRemoval } from './order-removal.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_LIMIT_RECOVER_PER_IP_HOUR: '100000' } })
})
beforeEach(() => service.clock.advance(3601))
afterAll(() => service?.close())

const enrolled = async () => withOldApp(service, await addCitizen(service))
type Enrolled = Awaited<ReturnType<typeof enrolled>>

const order = ({ lost: { citizen } }: Enrolled) => {
  const { foundation, baseUrl } = service
  const letters = { ...foundation, baseUrl, serviceName: 'portico', timeZone: UTC, by: TEST_ORDER }
  const needs = { ...letters, ...waitingNeeds(letters), lostAppWaitDays: 7 }
  return orderRemoval(needs, citizen, { reason: 'came with a passport', option: () => '' })
}
const refusedWith = (says: RegExp) => ({ ok: false, refusal: { says: expect.stringMatching(says) } })
const operatorsEvents = ({ lost: { citizen } }: Enrolled) =>
  service.database.db.query`
    select name, details from audit_events where citizen_id = ${citizen.citizenId} and actor = 'operator'`
const isAskedForCode = async ({ lost: { citizen } }: Enrolled) =>
  (await givePassword(service.browser(), citizen)).url.includes('/login/code/')

// proves: threat-app-removed-by-mail
describe('a removal that an operator begins', () => {
  test('waits for whose suspension is over, though nobody has come since', async () => {
    const it = await enrolled()
    const needs = { ...service.foundation, by: TEST_ORDER }
    const { subject, citizenId } = it.lost.citizen
    await suspendCitizen(needs, { emailOrSubject: subject, reason: 'x' })
    expect(await order(it)).toMatchObject(refusedWith(/is suspended/))
    await service.database.db.query`
      update suspensions set ends_at = to_timestamp(1) where citizen_id = ${citizenId}`
    expect(await order(it)).toMatchObject({ ok: true })
    expect(await it.lost.waits()).toBe(true)
  })

  test('waits as the own one does, tells the citizen twice, and then the password is enough', async () => {
    const it = await enrolled()
    expect(await order(it)).toMatchObject({ ok: true })
    expect([await it.lost.apps(), await isAskedForCode(it)]).toEqual([1, true])
    expect(await it.lost.letters()).toContain('operator-removes-app')
    expect(await it.lost.saidIn('operator-removes-app')).toContain('told the people who run portico')
    service.clock.advance(WAIT_SECONDS - DAY_SECONDS)
    await carryOutAll(service)
    expect(await it.lost.letters()).toContain('app-removal-soon')
    service.clock.advance(DAY_SECONDS - 1)
    await carryOutAll(service)
    expect(await it.lost.apps()).toBe(1)
    service.clock.advance(1)
    await carryOutAll(service)
    expect([await it.lost.apps(), await isAskedForCode(it)]).toEqual([0, false])
    expect(await operatorsEvents(it)).toEqual([
      { name: 'citizen-app-removal-begun', details: { reason: 'came with a passport' } },
    ])
  })

  test('is stopped by the link of the letter', async () => {
    const it = await enrolled()
    await order(it)
    const browser = service.browser()
    const page = await browser.get(await it.lost.linkOf('operator-removes-app'))
    await browser.submit(page, { email: it.lost.citizen.email })
    expect([await it.lost.waits(), await it.lost.events()]).toEqual([false, ['app-removal-stopped link']])
    service.clock.advance(WAIT_SECONDS)
    await carryOutAll(service)
    expect(await it.lost.apps()).toBe(1)
  })

  test('is stopped by a sign-in with a code', async () => {
    const it = await enrolled()
    await order(it)
    const browser = service.browser()
    await browser.submit(await givePassword(browser, it.lost.citizen), { code: it.app.code() })
    expect([await it.lost.waits(), await it.lost.apps()]).toEqual([false, 1])
  })

  test('keeps the time of one that waits, whoever began it, also where two operators order at once', async () => {
    const it = await enrolled()
    await it.lost.ask()
    service.clock.advance(DAY_SECONDS)
    expect(await order(it)).toMatchObject(refusedWith(/waits already/))
    expect(await it.lost.letters()).not.toContain('operator-removes-app')
    service.clock.advance(WAIT_SECONDS - 2 * DAY_SECONDS)
    await carryOutAll(service)
    service.clock.advance(DAY_SECONDS)
    await carryOutAll(service)
    expect(await it.lost.apps()).toBe(0)
    const other = await enrolled()
    const both = await Promise.all([order(other), order(other)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await other.lost.letters()).toEqual(expect.arrayContaining(['operator-removes-app']))
    expect(await operatorsEvents(other)).toHaveLength(1)
  })

  test('begins for no account without an app, and for none that is suspended', async () => {
    const citizen = await addCitizen(service)
    const without = { ...(await enrolled()) }
    Object.assign(without.lost, { citizen })
    expect(await order(without)).toMatchObject(refusedWith(/asks for no code/))
    const it = await enrolled()
    const asked = { emailOrSubject: it.lost.citizen.email, reason: 'x' }
    await suspendCitizen({ ...service.foundation, by: TEST_ORDER }, asked)
    expect(await order(it)).toMatchObject(refusedWith(/is suspended/))
    expect([await it.lost.waits(), await it.lost.letters()]).toEqual([
      false,
      expect.not.arrayContaining(['operator-removes-app']),
    ])
  })
})

test('the command says before it what begins, changes nothing then, and needs a reason and the key of the service', async () => {
  const it = await enrolled()
  const { email } = it.lost.citizen
  await signIn(service.browser(), it.lost.citizen).catch(() => undefined)
  const run = (settings: Record<string, string>, ...more: readonly string[]) =>
    portico(
      { ...settingsFor(service.database), ...settings },
      ['citizen', 'remove-lost-app', email, ...more],
      {
        ask: 'nobody-there',
      },
    )
  const tried = await run({}, '--dry-run')
  expect(tried.out).toContain('begins a removal of the apps for codes, which waits')
  expect(tried.out).toContain(`sends the letter “The help desk removes your apps for codes” to ${email}`)
  expect(tried.out).not.toMatch(/https?:/)
  expect(await run({})).toMatchObject({ exitCode: 2, out: '' })
  const key = Buffer.alloc(32, 9).toString('base64')
  expect(await run({ PORTICO_SECRET_KEY: key }, '--reason', 'x')).toMatchObject({ exitCode: 1, out: '' })
  expect(await it.lost.waits()).toBe(false)
  expect((await run({}, '--reason', 'x')).out).toMatch(/asked for no code any more from .+ UTC on/)
  expect(await it.lost.waits()).toBe(true)
})
