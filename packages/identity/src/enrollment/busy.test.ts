import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswordHasher } from '../passwords/index.ts'
import { ENROLLMENT } from './index.ts'
import { linkIn, type MailingService, startMailingService } from './mailing-service.fixture.ts'

let service: MailingService
beforeAll(async () => {
  service = await startMailingService(
    ENROLLMENT.routes,
    createPasswordHasher({ concurrency: 1, maxWaiting: 0 }),
  )
})
afterAll(() => service.close())

// proves: design-7.30-bounded-hashing, threat-hashing-flood
test('while too many passwords are hashed the page says so with 503, and the link stays good', async () => {
  const browser = service.browser()
  await browser.submit(await browser.get('/register/'), { full_name: 'Ada', email: 'ada@example.org' })
  const [mail] = await service.smtp.arrivedFor('ada@example.org')
  const page = await browser.get(linkIn(mail?.parsed.text))
  const flood = Array.from({ length: 12 }, () =>
    browser.submit(page, { password: 'seven green horses', shown: '' }, { follow: false }),
  )
  const answers = await Promise.all(flood)
  const busy = answers.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy[0]?.headers.get('retry-after')).toBe('5')
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
})
