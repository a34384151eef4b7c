import { afterAll, beforeAll, expect, test } from 'vitest'
import { Interruption } from '../../testing/interruption.ts'
import { addCitizen } from '../../testing/people.ts'
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
