import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, type TestClient } from '../../../testing/people.ts'
import {
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  refresh,
} from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

const DAY_SECONDS = 24 * 60 * 60

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

// proves: rfc6749-5.1-expires-in-true
test.each([
  [901, 900],
  [900, 900],
  [899, 899],
  [60, 60],
  [1, 1],
])(
  '%i s before the fourteen days are over, `expires_in` is %i, after an exchange and after a refresh, and introspection and the ID token agree',
  async (left, expected) => {
    const { browser, tokens } = await enterProgram(service, program, await addCitizen(service))
    service.clock.advance(14 * DAY_SECONDS - left)
    const late = await enterProgram(service, program, browser)
    const rotated = await refresh(service, program, tokens.refresh_token)
    const again = await refresh(service, program, late.tokens.refresh_token)
    const bodies = [late.tokens, rotated.body, again.body]
    expect(bodies.map(({ expires_in }) => expires_in)).toEqual([expected, expected, expected])
    for (const { access_token } of bodies) {
      const { exp } = await introspect(service, program, access_token)
      expect(exp).toBe(service.clock.now() + expected)
    }
    expect(decodeJwt(late.tokens.id_token).exp).toBe(service.clock.now() + expected)
    service.clock.advance(expected)
    for (const { access_token } of bodies)
      expect(await introspect(service, program, access_token)).toEqual({ active: false })
  },
)

// proves: rfc6749-5.1-expires-in-true
test('a code of the last second is not exchanged when the fourteen days are over', async () => {
  const { browser } = await enterProgram(service, program, await addCitizen(service))
  service.clock.advance(14 * DAY_SECONDS - 1)
  const attempt = newAttempt(program)
  const code = await obtainCode(browser, attempt)
  service.clock.advance(1)
  const { status, body } = await exchange(service, program, { ...attempt, code })
  expect([status, body.error]).toEqual([400, 'invalid_grant'])
})
