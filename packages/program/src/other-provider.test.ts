import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../testing/browser.ts'
import { ANA, type OtherProvider, startOtherProvider } from '../testing/other-provider.ts'
import { askOf, outcome, proof } from '../testing/program.ts'
import { createProgramSso } from './create.ts'
import { secret } from './platform/index.ts'
import { fakeClock, memoryAccounts, memoryStore } from './testing/index.ts'

// The same flow against npm oidc-provider, a certified provider that shares no code with ours or with our fake.
// testing/other-provider.ts says what it lacks, and what its configuration adds.

const PROGRAM = 'https://permits.example.test'
const CLIENT = {
  id: 'permits',
  // Characters that HTTP Basic must encode (RFC 6749 section 2.3.1).
  secret: 'a secret:with % and + in it',
  redirectUri: `${PROGRAM}/api/v1/sso/callback/`,
}
let provider: OtherProvider
beforeAll(async () => {
  provider = await startOtherProvider(CLIENT)
})
afterAll(() => provider.close())

const startProgram = (changes: { clientSecret?: string } = {}) => {
  const clock = fakeClock(new Date())
  const reasons: string[] = []
  const sso = createProgramSso({
    identity: {
      baseUrl: provider.baseUrl,
      clientId: CLIENT.id,
      clientSecret: secret(changes.clientSecret ?? CLIENT.secret),
    },
    program: { baseUrl: PROGRAM, returnUris: [`${PROGRAM}/signed-in`] },
    encryptionKeys: [{ id: 'k', key: secret(btoa('x'.repeat(32))) }],
    hooks: { onEvent: (event) => void (event.type === 'callback_refused' && reasons.push(event.reason)) },
    ...{ store: memoryStore({ clock }), accounts: memoryAccounts(), clock, env: 'test' },
    logger: { log: () => undefined },
  })
  const begin = async () => {
    const { verifier, challenge } = await proof()
    const body = { return_uri: `${PROGRAM}/signed-in`, code_challenge: challenge }
    const begun = (await (await askOf(sso, 'POST', 'begin/', { body })).json()) as {
      authorization_url: string
    }
    const callback = (await createBrowser(provider.baseUrl).get(begun.authorization_url)).url
    if (!callback.startsWith(PROGRAM))
      throw new Error(`stuck at ${callback}: ${provider.requests.slice(-6).join(', ')}`)
    const landed = await sso.handle(new Request(callback))
    return { verifier, callback, location: new URL(landed?.headers.get('location') ?? '') }
  }
  const signIn = async () => {
    const { verifier, location } = await begin()
    const body = { code: location.searchParams.get('sso_code'), code_verifier: verifier }
    const pair = await (await askOf(sso, 'POST', 'exchange/', { body })).json()
    return pair as { access_token: string; refresh_token: string }
  }
  const look = (token: string) => sso.authenticate({ headers: { authorization: `Bearer ${token}` } })
  return { sso, clock, begin, signIn, look, reasons }
}

test('a citizen signs in, is checked every 30 seconds, and her tokens are renewed', async () => {
  const { sso, clock, signIn, look, reasons } = startProgram()
  const pair = await signIn()
  expect(reasons).toEqual([])
  expect(await look(pair.access_token)).toMatchObject({
    status: 'ok',
    account: { name: ANA.name, email: ANA.email },
  })
  await clock.advance(30_000)
  expect(await look(pair.access_token)).toMatchObject({ status: 'ok' })
  expect(provider.requests).toContain('POST /token/introspection')
  await clock.advance(850_000)
  expect(await look(pair.access_token)).toMatchObject({ status: 'ok' })
  expect(provider.requests.filter((asked) => asked === 'POST /token')).toHaveLength(2)
  const body = { refresh_token: pair.refresh_token }
  expect(await outcome(await askOf(sso, 'POST', 'refresh/', { body }))).toBe('200')
  expect((await sso.identityOf('account-1'))?.issuer).toBe(provider.baseUrl)
})

test('the end of the central session ends the local session within 30 seconds of use', async () => {
  const { clock, signIn, look } = startProgram()
  const pair = await signIn()
  provider.endEverything()
  await clock.advance(29_999)
  expect(await look(pair.access_token)).toMatchObject({ status: 'ok' })
  await clock.advance(1)
  expect(await look(pair.access_token)).toMatchObject({ code: 'session_ended' })
})

test('a local sign-out revokes the grant at the provider', async () => {
  const { sso, signIn } = startProgram()
  const pair = await signIn()
  expect((await askOf(sso, 'POST', 'logout/', { bearer: pair.access_token })).status).toBe(204)
  await sso.close()
  expect(provider.requests).toContain('POST /token/revocation')
})

// proves: program-4.3.3-code-exchanged-once
test('an authorization response that is used twice is redeemed once, and gets the same sso_code; with another code none', async () => {
  const { sso, begin, reasons } = startProgram()
  const tokens = () => provider.requests.filter((asked) => asked === 'POST /token').length
  const before = tokens()
  const first = await begin()
  expect(first.location.searchParams.get('sso_code')).toMatch(/^ssoc_/)
  const again = await sso.handle(new Request(first.callback))
  expect(again?.headers.get('location')).toBe(first.location.href)
  const other = new URL(first.callback)
  other.searchParams.set('code', 'another')
  const refused = await sso.handle(new Request(other))
  expect(refused?.headers.get('location')).toBe(`${PROGRAM}/signed-in?sso_error=cancelled`)
  expect([reasons, tokens() - before]).toEqual([[], 1])
})

// proves: program-5.1-basic-from-backend
test('a wrong secret is unavailable for the citizen, and exact in the audit and for the doctor', async () => {
  const { sso, begin, reasons } = startProgram({ clientSecret: 'another' })
  expect((await begin()).location.search).toBe('?sso_error=unavailable')
  expect(reasons).toEqual(['the identity service answers 401'])
  const { checks } = await sso.doctor()
  expect(checks.filter(({ ok }) => !ok).map(({ id }) => id)).toEqual(['credentials'])
})

test('the doctor finds nothing wrong with it', async () => {
  const { checks } = await startProgram().sso.doctor()
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
})
