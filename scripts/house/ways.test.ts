import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, type TestClient } from '../../packages/identity/testing/people.ts'
import {
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
} from '../../packages/identity/testing/program-flow.ts'
import { addSoftPasskey, SoftPasskey } from '../../packages/identity/testing/soft-passkey.ts'
import { startTestService, type TestService } from '../../packages/identity/testing/test-service.ts'
import { signedInHeaders } from '../../packages/program/src/testing/index.ts'
import { testProgram } from '../../packages/program/testing/program.ts'
import { type Recorder, startRecorder } from './ways.ts'

/** The most files that each warm request may run through (`npm run ways` prints them). */
const MOST = {
  registration: 70,
  'sign-in with a passkey': 65,
  'code exchange': 49,
  introspection: 37,
  'guarded request with a check due': 28,
} as const

type Way = keyof typeof MOST

let service: TestService
let program: TestClient
let recorder: Recorder
const permits = testProgram()
const ways: { readonly name: string; readonly most: number; readonly files: readonly string[] }[] = []

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
  recorder = await startRecorder()
})
afterAll(async () => {
  await recorder?.stop()
  await service?.close()
  const { PORTICO_WAYS: into } = process.env
  if (into) writeFileSync(into, JSON.stringify(ways))
})

/** Makes what a request needs, and returns the request. */
const REQUESTS: Readonly<Record<Way, () => Promise<() => Promise<unknown>>>> = {
  async registration() {
    const browser = service.browser()
    const page = await browser.get('/register/')
    const fields = { full_name: 'Ada Lovelace', email: `${randomUUID()}@example.org` }
    return async () => expect(await browser.submit(page, fields)).toMatchObject({ status: 200 })
  },
  async 'sign-in with a passkey'() {
    const citizen = await addCitizen(service)
    const signedIn = service.browser()
    await signIn(signedIn, citizen)
    const passkey = await addSoftPasskey(signedIn, service, new SoftPasskey(service.baseUrl))
    const browser = service.browser()
    const answer = passkey.used(await browser.get('/login/'))
    return async () =>
      expect(await browser.post('/login/passkey/', answer, { follow: false })).toMatchObject({ status: 303 })
  },
  async 'code exchange'() {
    const browser = service.browser()
    await signIn(browser, await addCitizen(service))
    const attempt = newAttempt(program)
    const code = await obtainCode(browser, attempt)
    return async () =>
      expect(await exchange(service, program, { ...attempt, code })).toMatchObject({ status: 200 })
  },
  async introspection() {
    const { tokens } = await enterProgram(service, program, await addCitizen(service))
    return async () =>
      expect(await introspect(service, program, tokens.access_token)).toMatchObject({ active: true })
  },
  async 'guarded request with a check due'() {
    const { sso, identity, clock } = permits
    const headers = await signedInHeaders(sso, identity, { email: `${randomUUID()}@example.org` })
    await clock.advance(31_000)
    return async () => expect(await sso.authenticate({ headers })).toMatchObject({ status: 'ok' })
  },
}

test.each(Object.entries(MOST))('a warm %s runs through at most %i files', async (name, most) => {
  const way = name as Way
  // What runs once in a process is no part of the way.
  for (let round = 0; round < 2; round += 1) await (await REQUESTS[way]())()
  const files = await recorder.during(await REQUESTS[way]())
  ways.push({ name, most, files })
  expect(files.length, files.join('\n')).toBeGreaterThan(5)
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(most)
})
