import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENROLLMENT } from './index.ts'
import { linkIn, type MailingService, startMailingService } from './mailing-service.fixture.ts'

const EMAIL = 'ada@example.org'
const PASSWORD = 'seven green horses'
let service: MailingService

beforeAll(async () => {
  service = await startMailingService(ENROLLMENT.routes)
})
afterAll(() => service.close())

// proves: threat-slow-password-check, design-7.30-refusal-keeps-link
test('a link stays valid after thirty new passwords were judged in an hour; what is too short is not judged', async () => {
  const browser = service.browser('203.0.113.1')
  await browser.submit(await browser.get('/register/'), { full_name: 'Ada Lovelace', email: EMAIL })
  const link = linkIn((await service.smtp.arrivedFor(EMAIL)).at(-1)?.parsed.text)
  const choose = async (password: string) => browser.submit(await browser.get(link), { password })
  for (let time = 0; time < 30; time += 1) {
    expect((await choose('fourteen chars')).status).toBe(400)
    expect((await choose(`passwordpassword${time}`)).status).toBe(400)
  }
  const refused = await choose(PASSWORD)
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
  expect(refused.html.querySelector('[role=alert]')?.text).toContain('There were too many attempts. Wait')
  service.clock.advance(3601)
  expect(new URL((await choose(PASSWORD)).url).pathname).toBe('/account/')
})
