import { expect } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import type { TestService } from '../../testing/test-service.ts'
import { freeReservedEmail, replaceEmail } from '../citizens/index.ts'
import { unixSeconds } from '../platform/clock.ts'
import { ChangeCase, register } from './change-address.fixture.ts'

/** What citizens do with a new address, each with what comes before it. */
export const acts = {
  'an address that is reserved: asked for by others, given back, and freed': async (service: TestService) => {
    const [moved, other] = [await addCitizen(service), await addCitizen(service)]
    const it = new ChangeCase(service, moved)
    await it.finish()
    const { db } = service.foundation
    return async () => {
      expect(await register(service, moved.email)).toBe(false)
      await Object.assign(new ChangeCase(service, other), { newEmail: moved.email }).request()
      const browser = service.browser()
      await browser.submit(await browser.get('/register/'), { full_name: 'Ana', email: moved.email })
      expect(await it.signsIn(moved.email)).toBe(false)
      expect((await it.keep(await it.linkOf('address-changed'))).status).toBe(200)
      // The clock of the database decides, too, and that of the test is days ahead of it.
      const times = { now: service.clock.now(), reservedUntil: unixSeconds(1) }
      const next = { email: it.newEmail, emailVerified: true }
      expect(await db.transaction((tx) => replaceEmail(tx, moved, next, times))).toBe(true)
      expect(await register(service, moved.email)).toBe(true)
      await db.transaction((tx) => freeReservedEmail(tx, moved))
    }
  },
  'a new address until it is stopped': async (service: TestService) => {
    const moving = new ChangeCase(service, await addCitizen(service))
    return async () => {
      await moving.begin()
      expect((await moving.keep(await moving.linkOf('address-change-begun'))).status).toBe(200)
    }
  },
}
