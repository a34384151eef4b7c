import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  type Entered,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  refresh,
} from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

const FLOOD = 50

let service: TestService
let program: TestClient
let here: Entered

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
  here = await enterProgram(service, program, await addCitizen(service))
})
afterAll(() => service.close())

// proves: threat-hashing-flood
test('while passwords wait in a long queue, whoever is signed in enters programs, and tokens and health are answered', async () => {
  const attackers = Array.from({ length: FLOOD }, () => service.browser())
  const forms = await Promise.all(attackers.map((attacker) => attacker.get('/login/')))
  const begun = { statuses: [] as number[] }
  const flood = attackers.map(async (attacker, at) => {
    const form = forms[at]
    if (!form) throw new Error('No form')
    const guess = { email: `nobody.${at}@example.test`, password: `a guess, the ${at}th of many` }
    begun.statuses.push((await attacker.submit(form, guess)).status)
  })
  const attempt = newAttempt(program)
  const answer = await here.browser.get(authorizeAddress(attempt), { follow: false })
  const code = callbackParameters(answer).get('code') ?? ''
  const exchanged = await exchange(service, program, { ...attempt, code })
  const refreshed = await refresh(service, program, exchanged.body.refresh_token)
  const known = await introspect(service, program, refreshed.body.access_token)
  const health = await fetch(`${service.baseUrl}/api/health/`)
  expect([exchanged.status, refreshed.status, known['active'], health.status]).toEqual([200, 200, true, 200])
  expect(begun.statuses.length, 'guesses answered meanwhile').toBeLessThan(FLOOD / 2)
  await Promise.all(flood)
  expect(new Set(begun.statuses)).toEqual(new Set([400]))
})
