import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, type TestClient } from '../../packages/identity/testing/people.ts'
import {
  type Entered,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  refresh,
} from '../../packages/identity/testing/program-flow.ts'
import { type InnerStage, openInnerStage } from './inner-stage.ts'

let stage: InnerStage
let program: TestClient
let entered: Entered

beforeAll(async () => {
  stage = await openInnerStage({ environment: { PORTICO_TRUSTED_PROXIES: '127.0.0.0/8,::1' } })
  program = await addProgram(stage.service)
  entered = await enterProgram(stage.service, program, await addCitizen(stage.service))
})
afterAll(() => stage?.close())

/** More than the service hashes at once and keeps in its queue. */
const CALLERS = 200

interface Flood {
  readonly ended: Promise<readonly number[]>
  /** The first caller got a 503: all hashing places and the whole queue are in use. */
  readonly full: Promise<void>
  /** The length of the queue. */
  waiting(): number
}

/** Sends all passwords in parallel, each from its own network. */
async function flood(): Promise<Flood> {
  const browser = stage.service.browser()
  const page = await browser.get('/login/')
  let waiting = CALLERS
  let tellFull = () => undefined as void
  const full = new Promise<void>((resolve) => {
    tellFull = () => resolve()
  })
  const callers = Array.from({ length: CALLERS }, async (_, index) => {
    const fields = { email: `nobody.${index}@example.test`, password: 'eight blue horses' }
    const headers = { 'x-forwarded-for': `198.51.100.${index}` }
    const { status } = await browser.submit(page, fields, { headers, follow: false })
    waiting -= 1
    if (status === 503) tellFull()
    return status
  })
  return { ended: Promise.all(callers), full, waiting: () => waiting }
}

// proves: threat-hashing-flood
test('while every place for passwords is taken and the queue is full, programs and citizens who are in notice nothing', async () => {
  const attempt = newAttempt(program)
  const code = await obtainCode(entered.browser, attempt)
  const { service } = stage
  const { access_token, refresh_token } = entered.tokens
  const asks: Readonly<Record<string, () => Promise<unknown>>> = {
    health: async () => expect((await fetch(`${service.baseUrl}/api/health/`)).status).toBe(200),
    introspection: async () =>
      expect(await introspect(service, program, access_token)).toMatchObject({ active: true }),
    'an exchange with its signature': async () =>
      expect((await exchange(service, program, { code, verifier: attempt.verifier })).status).toBe(200),
    'a refresh': async () => expect((await refresh(service, program, refresh_token)).status).toBe(200),
    'a page of the account': async () => expect((await entered.browser.get('/account/')).status).toBe(200),
    'a silent entry': async () =>
      expect(await obtainCode(entered.browser, newAttempt(program, { prompt: 'none' }))).toMatch(/^pac_/),
  }
  const { ended, full, waiting } = await flood()
  await Promise.race([full, ended])
  const left: Record<string, number> = {}
  for (const [what, ask] of Object.entries(asks)) {
    await ask()
    left[what] = waiting()
  }
  // Each was answered while passwords still waited, so none of them was in that queue.
  for (const [what, passwords] of Object.entries(left)) expect([what, passwords > 0]).toEqual([what, true])
  const statuses = await ended
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(64)
  expect(new Set(statuses)).toEqual(new Set([400, 503]))
})
