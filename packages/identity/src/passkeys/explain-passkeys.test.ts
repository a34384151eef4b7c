import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained } from '../../testing/explained.ts'
import { addCitizen, signIn } from '../../testing/people.ts'
import { addSoftPasskey, enterWith } from '../../testing/soft-passkey.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('passkeys are told with their last use', async () => {
  const citizen = await addCitizen(service)
  const about = async () => (await explained(service, citizen)).get('has-passkeys')?.found
  expect(await about()).toBeUndefined()
  const browser = service.browser()
  await signIn(browser, citizen)
  const passkey = await addSoftPasskey(browser, service)
  expect(await about()).toBe('The account has 1 passkey. No passkey was ever used.')
  await enterWith(service.browser(), passkey)
  expect(await about()).toMatch(/^The account has 1 passkey\. A passkey was used last on /)
})
