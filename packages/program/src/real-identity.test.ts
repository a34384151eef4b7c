import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../testing/browser.ts'
import { type IdentityService, startIdentityService } from '../testing/identity-service.ts'
import { proof } from '../testing/program.ts'
import { enrol, enter, openRealProgram, RETURN_URI } from '../testing/real-program.ts'

const EMAIL = 'ana@example.test'
const ANA = { email: EMAIL, password: 'purple lantern under seven bridges' }

let service: IdentityService
let program: Awaited<ReturnType<typeof openRealProgram>>

beforeAll(async () => {
  service = await startIdentityService()
  program = await openRealProgram(service)
})
afterAll(() => service.stop())

// proves: program-1.5-backend-exchanges, program-4.3.3-code-exchanged-once
test('a citizen of the real service registers, signs in, refreshes, and is out when the central session ends', async () => {
  const { sso, post, guarded, aSecondLater } = program
  const browser = createBrowser(service.baseUrl)
  await enrol(service, browser, ANA)
  const { verifier, challenge } = await proof()
  const begun = await post('begin/', { return_uri: RETURN_URI, code_challenge: challenge })
  const authorizationUrl = begun.body['authorization_url'] ?? ''
  const { url: callback, html } = await enter(service, browser, { ...ANA, authorizationUrl })
  if (callback.startsWith(service.baseUrl))
    throw new Error(`stuck at ${callback}: ${html.text.slice(0, 400)}`)
  const landed = await sso.handle(new Request(callback))
  const location = landed?.headers.get('location') ?? ''
  const code = new URL(location).searchParams.get('sso_code')
  expect((await sso.handle(new Request(callback)))?.headers.get('location')).toBe(location)
  const exchanged = await post('exchange/', { code, code_verifier: verifier })
  expect(exchanged.status).toBe(200)
  const token = exchanged.body['access_token']
  expect(await guarded(token)).toMatchObject({ status: 'ok', account: { name: 'Ana Example', email: EMAIL } })
  aSecondLater()
  expect(await guarded(token)).toMatchObject({ status: 'ok' })
  expect((await post('refresh/', { refresh_token: exchanged.body['refresh_token'] ?? '' })).status).toBe(200)
  expect((await sso.handle(new Request(callback)))?.headers.get('location')).toBe(
    `${RETURN_URI}?sso_error=cancelled`,
  )
  await service.command('citizen', 'sign-out', EMAIL, '--reason', 'a test')
  aSecondLater()
  expect(await guarded(token)).toMatchObject({ http: 401, code: 'session_ended', clearLocal: true })
})

// proves: program-step-up, core-3.1.3.7-auth-time
test('the real service asks for the password again with max_age=0, and its ID token says when and how', async () => {
  const { sso, post, guarded } = program
  const browser = createBrowser(service.baseUrl)
  const begin = async (asked: object) => {
    const { verifier, challenge } = await proof()
    const begun = await post('begin/', { return_uri: RETURN_URI, code_challenge: challenge, ...asked })
    return { verifier, authorizationUrl: begun.body['authorization_url'] ?? '' }
  }
  const back = async ({ authorizationUrl, verifier }: { authorizationUrl: string; verifier: string }) => {
    const { url } = await enter(service, browser, { ...ANA, authorizationUrl })
    const landed = new URL((await sso.handle(new Request(url)))?.headers.get('location') ?? '')
    const code = landed.searchParams.get('sso_code')
    const exchanged = code === null ? null : await post('exchange/', { code, code_verifier: verifier })
    const result = exchanged && (await guarded(exchanged.body['access_token']))
    return {
      error: landed.searchParams.get('sso_error'),
      session: result?.status === 'ok' ? result.session : null,
    }
  }
  const first = await back(await begin({}))
  const again = await begin({ max_age: 0 })
  const form = await browser.get(again.authorizationUrl)
  expect(form.html.querySelector('input[type=password]')).not.toBeNull()
  const second = await back(again)
  expect(second.session?.acr).toBe('urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport')
  const [before, after] = [first, second].map(({ session }) => session?.authenticatedAt?.getTime() ?? 0)
  // The ID token has whole seconds.
  expect(after).toBeGreaterThan((before ?? Infinity) - 1000)
  // Nobody can meet a class without a passkey: the service lets the citizen in, and the program does not.
  expect(await back(await begin({ acr_values: 'phr' }))).toEqual({ error: 'cancelled', session: null })
})

// proves: program-5.1-basic-from-backend
test('the doctor finds nothing wrong with the real service', async () => {
  const { checks } = await program.sso.doctor()
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  expect(checks.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['discovery', 'credentials', 'keys', 'identity-clock']),
  )
})
