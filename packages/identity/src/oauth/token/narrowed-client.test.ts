import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn } from '../../../testing/people.ts'
import { enterProgram, introspect, refresh } from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { disableClient, enableClient, updateClient } from '../../clients/index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const ALL = 'openid profile email offline_access'
const FEWER = 'openid email'

// proves: threat-narrowed-client
test('fewer scopes of a client count for authorization requests; a grant keeps what its citizen allowed, until the client is disabled', async () => {
  const program = await addProgram(service, { name: 'Narrowed', scope: ALL })
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const { tokens: before } = await enterProgram(service, program, browser)
  await updateClient(service.foundation, program.clientId, { scope: FEWER })
  const kept = await refresh(service, program, before.refresh_token)
  expect([kept.status, kept.body.scope]).toEqual([200, ALL])
  const { tokens: after } = await enterProgram(service, program, browser)
  expect([after.scope, after.refresh_token]).toEqual([FEWER, undefined])
  await disableClient(service.foundation, program.clientId)
  await enableClient(service.foundation, program.clientId)
  expect((await refresh(service, program, kept.body.refresh_token)).body.error).toBe('invalid_grant')
  expect(await introspect(service, program, kept.body.access_token)).toEqual({ active: false })
})
