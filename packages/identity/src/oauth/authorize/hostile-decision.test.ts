import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn } from '../../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { listConnections } from '../../access/index.ts'
import { updateClient } from '../../clients/index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('a citizen allows what the page showed, and not what the operator has allowed the program since', async () => {
  const program = await addProgram(service, { scope: 'openid' })
  const who = await addCitizen(service)
  const browser = service.browser()
  await signIn(browser, who)
  const page = await browser.get(authorizeAddress(newAttempt(program)), { follow: false })
  expect(page.status).toBe(200)
  const changed = await updateClient(service.foundation, program.clientId, {
    scope: 'openid profile email offline_access',
  })
  expect(changed.ok).toBe(true)
  const answer = await browser.submit(page, {}, { button: 'Continue', follow: false })
  const scopes = (await listConnections(service.foundation.db, who.citizenId)).map(({ scope }) => scope)
  console.log(answer.status, answer.location?.slice(0, 80), scopes)
  expect(scopes.some((scope) => scope.includes('offline_access'))).toBe(false)
})
