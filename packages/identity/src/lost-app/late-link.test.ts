import { afterAll, beforeAll, expect, test } from 'vitest'
import { Interruption } from '../../testing/interruption.ts'
import { addCitizen, TEST_PASSWORD } from '../../testing/people.ts'
import { enrol, givePassword } from '../../testing/soft-app.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { replaceEmail } from '../citizens/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { DAY_SECONDS, LOST, LostCase } from './lost-app.fixture.ts'

/** The read of the citizen by a request for a mailed link, after which the account can change. */
const READS_CITIZEN = 'as "createdAt"\n      from citizens where citizen_id'

let service: TestService
const interruption = new Interruption()

beforeAll(async () => {
  service = await startTestService({ between: interruption.between })
})
afterAll(() => service?.close())

// proves: threat-app-removed-by-mail
test('the old address gets no link of a request that had read the citizen before the address changed', async () => {
  const it = new LostCase(service, await addCitizen(service))
  await enrol(service, it.citizen)
  const browser = service.browser()
  await givePassword(browser, it.citizen)
  const page = await browser.get(LOST)
  interruption.after(READS_CITIZEN, async () => {
    const now = service.clock.now()
    const times = { now, reservedUntil: plusSeconds(now, DAY_SECONDS) }
    const next = { email: `new.${it.citizen.email}`, emailVerified: true }
    const { db } = service.foundation
    expect(await db.transaction((tx) => replaceEmail(tx, it.citizen, next, times))).toBe(true)
  })
  await browser.submit(page, {}, { button: 'Send the email' })
  expect(interruption.isOver).toBe(true)
  expect((await it.letters()).filter((kind) => kind === 'lost-app')).toEqual([])
})

// proves: threat-app-removed-by-mail
test('a link and a password begin nothing for another account that has got the address in between', async () => {
  const [it, other] = [
    new LostCase(service, await addCitizen(service)),
    new LostCase(service, await addCitizen(service)),
  ]
  for (const { citizen } of [it, other]) await enrol(service, citizen)
  await it.report()
  const browser = service.browser()
  const page = await browser.get(await it.linkOf('lost-app'))
  interruption.after(READS_CITIZEN, () =>
    service.foundation.db.transaction(async (tx) => {
      const times = { now: service.clock.now() }
      const next = { email: `new.${it.citizen.email}`, emailVerified: true }
      await replaceEmail(tx, it.citizen, next, times)
      await replaceEmail(tx, other.citizen, { email: it.citizen.email, emailVerified: true }, times)
    }),
  )
  const answer = await browser.submit(page, { password: TEST_PASSWORD })
  expect([interruption.isOver, answer.status]).toEqual([true, 400])
  expect([await it.waits(), await other.waits()]).toEqual([false, false])
})
