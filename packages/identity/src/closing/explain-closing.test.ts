import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import { addCitizen, signIn } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { plusSeconds } from '../platform/clock.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('a closing under way is told with its date, until somebody signs in', async () => {
  const citizen = await addCitizen(service)
  const about = async () => (await explained(service, citizen)).get('closing-waits')
  const browser = service.browser()
  await signIn(browser, citizen)
  await browser.submit(await browser.get('/account/close/'), {}, { button: 'Close my account' })
  const dueAt = plusSeconds(service.clock.now(), 14 * 24 * 60 * 60)
  expect(await about()).toMatchObject({
    weight: 'waits',
    tell: expect.stringContaining(`Sign in before ${inWords(dueAt)}`),
  })
  service.clock.advance(60)
  await signIn(service.browser(), citizen)
  expect(await about()).toBeUndefined()
})
