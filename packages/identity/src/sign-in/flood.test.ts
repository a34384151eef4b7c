import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
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
import { portOf, startTestService, type TestService } from '../../testing/test-service.ts'

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

// proves: threat-hashing-flood
test('a request of a program that comes behind many pages is answered between them', async () => {
  const paths = [...Array.from({ length: FLOOD }, () => '/login/'), '/api/health/']
  const sockets = paths.map(() => connect(portOf(service), '127.0.0.1'))
  const ask = async (at: number, path: string) => {
    sockets[at]?.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await once(sockets[at] ?? new EventEmitter(), 'data')
  }
  // Connections are taken one by one: each has asked before.
  await Promise.all(paths.map((_, at) => ask(at, '/api/health/')))
  const answered: string[] = []
  const answers = paths.map(async (path, at) => {
    await ask(at, path)
    answered.push(path)
    sockets[at]?.destroy()
  })
  await Promise.all(answers)
  expect(answered.indexOf('/api/health/'), 'pages answered before').toBeLessThan(FLOOD / 2)
})
