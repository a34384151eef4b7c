import { afterAll, beforeAll, expect, test } from 'vitest'
import { whileChanged } from '../../testing/while-changed.ts'
import { ENROLLMENT } from './index.ts'
import { linkIn, type MailingService, startMailingService } from './mailing-service.fixture.ts'

const EMAIL = 'ada@example.org'
let service: MailingService

beforeAll(async () => {
  service = await startMailingService(ENROLLMENT.routes)
})
afterAll(() => service.close())

// proves: threat-link-race
test('a link that goes while its password is hashed makes no account, and its browser may ask for another one', async () => {
  const browser = service.browser()
  await browser.submit(await browser.get('/register/'), { full_name: 'Ada Lovelace', email: EMAIL })
  const page = await browser.get(linkIn((await service.smtp.arrivedFor(EMAIL)).at(-1)?.parsed.text))
  const answer = await whileChanged(
    service.database,
    (tx) => tx.query`delete from mailed_links where email = ${EMAIL}`,
    () => browser.submit(page, { password: 'seven green horses' }),
  )
  expect([answer.status, answer.html.querySelector('h1')?.text]).toEqual([400, 'Create your account'])
  expect(await service.database.db.query`select 1 from citizens`).toEqual([])
})
