import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { findCitizen } from '../citizens/index.ts'
import { linkIn, type MailingService, startMailingService } from '../enrollment/mailing-service.fixture.ts'
import { createPasswordHasher } from '../passwords/index.ts'
import { RECOVERY } from './index.ts'

let service: MailingService
beforeAll(async () => {
  service = await startMailingService(
    RECOVERY.routes,
    createPasswordHasher({ concurrency: 1, maxWaiting: 0 }),
  )
})
afterAll(() => service.close())

// proves: design-7.30-bounded-hashing, threat-hashing-flood
test('while too many passwords are hashed the page of a recovery says so with 503, and the link sets one of them', async () => {
  const citizen = await addCitizen({ foundation: service.parts }, { email: 'ada@example.org' })
  const browser = service.browser()
  await browser.submit(await browser.get('/recover/'), { email: citizen.email })
  const [mail] = await service.smtp.arrivedFor(citizen.email)
  const page = await browser.get(linkIn(mail?.parsed.text))
  const flood = Array.from({ length: 12 }, () =>
    browser.submit(page, { password: 'seven green horses', shown: '' }, { follow: false }),
  )
  const answers = await Promise.all(flood)
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy[0]?.headers.get('retry-after')).toBe('5')
  const after = await findCitizen(service.database.db, citizen.citizenId)
  expect([after?.securityVersion, after?.passwordHash === citizen.passwordHash]).toEqual([
    citizen.securityVersion + 1,
    false,
  ])
})
