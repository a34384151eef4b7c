import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, type TestClient } from '../../../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  enterProgram,
  introspect,
  newAttempt,
} from '../../../testing/program-flow.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import type { Citizen } from '../../citizens/index.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

async function readUserinfo(accessToken: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${accessToken}` }
  return (await (await fetch(`${service.baseUrl}/o/userinfo/`, { headers })).json()) as Record<
    string,
    unknown
  >
}

// proves: contract-1.8-no-role, core-5.6-normal-claims
test('the ID token has the claims of the contract and of Core and no other: no role, no phone number (contract 1.8, 2.10, Core 2)', async () => {
  const { tokens } = await enterProgram(service, program, await addCitizen(service, { language: 'en' }))
  const always = ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce', 'sid', 'security_version']
  const others = ['auth_time', 'amr', 'acr', 'at_hash', 'name', 'locale', 'email', 'email_verified']
  expect(Object.keys(decodeJwt(tokens.id_token)).sort()).toEqual([...always, ...others].sort())
})

// proves: core-5.1-locale
test('locale is the language that the citizen has chosen, by the scope profile; nobody else learns it, and who has chosen none has none (Core 5.1, 5.4)', async () => {
  const localeAt = async (client: TestClient, who: Citizen | TestBrowser) =>
    decodeJwt((await enterProgram(service, client, who)).tokens.id_token)['locale']
  const unasked = { confirmation: 'skip-first-time' as const }
  const [named, nameless] = [
    await addProgram(service, unasked),
    await addProgram(service, { ...unasked, scope: 'openid email' }),
  ]
  expect(await localeAt(named, await addCitizen(service, { language: '' }))).toBeUndefined()
  const browser = service.browser()
  await signIn(browser, await addCitizen(service, { language: 'zh-Hans' }))
  expect([await localeAt(named, browser), await localeAt(nameless, browser)]).toEqual(['zh-Hans', undefined])
  await browser.submit(await browser.get('/account/'), { language: 'fr' }, { button: '更改语言' })
  const { tokens } = await enterProgram(service, named, browser)
  expect(decodeJwt(tokens.id_token)['locale']).toBe('fr')
  const told = [
    await readUserinfo(tokens.access_token),
    await introspect(service, named, tokens.access_token),
  ]
  expect(told.map((each) => 'locale' in each)).toEqual([false, false])
})

// proves: contract-2.7-issuer, contract-2.10-iss, contract-4.3.3-iss-present, rfc9207-2-iss-equals-discovery
// proves: rfc9700-4.4.2-mix-up-iss, core-2-iss, discovery-3-issuer, discovery-4.3-issuer-matches
test('iss is one and the same in discovery, in the callback and in the ID token (Discovery 4.3, RFC 9207 section 2)', async () => {
  const browser = service.browser()
  const { tokens } = await enterProgram(
    service,
    program,
    await addCitizen(service).then(async (who) => {
      await signIn(browser, who)
      return browser
    }),
  )
  const answer = await fetch(`${service.baseUrl}/.well-known/openid-configuration`)
  const { issuer } = (await answer.json()) as { issuer: string }
  const callback = callbackParameters(await browser.get(authorizeAddress(newAttempt(program))))
  expect([decodeJwt(tokens.id_token).iss, callback.get('iss'), issuer]).toEqual([
    issuer,
    issuer,
    service.baseUrl,
  ])
})

// proves: contract-2.10-aud, core-2-aud
test('aud is the one program that asked, so that azp has nothing to say (contract 2.10, Core 2)', async () => {
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  for (const client of [program, await addProgram(service, { name: 'Library' })]) {
    const claims = decodeJwt((await enterProgram(service, client, browser)).tokens.id_token)
    expect([claims.aud, claims['azp']]).toEqual([client.clientId, undefined])
  }
})

// proves: contract-2.10-exp-iat, rfc7519-4.1-numeric-dates, core-2-exp-iat
test('exp lies after iat, and iat is now, both in whole seconds (contract 2.10, Core 2, RFC 7519 section 4.1)', async () => {
  const { tokens } = await enterProgram(service, program, await addCitizen(service))
  const { iat = 0, exp = 0, auth_time } = decodeJwt(tokens.id_token)
  expect([iat, auth_time]).toEqual([service.clock.now(), service.clock.now()])
  expect(Number.isInteger(exp)).toBe(true)
  expect(exp).toBeGreaterThan(iat)
})

// proves: core-3.1.3.6-at-hash
test('at_hash is the left half of the SHA-256 of the access token (Core 3.1.3.6)', async () => {
  const { tokens } = await enterProgram(service, program, await addCitizen(service))
  const digest = createHash('sha256').update(tokens.access_token, 'ascii').digest()
  expect(decodeJwt(tokens.id_token)['at_hash']).toBe(digest.subarray(0, 16).toString('base64url'))
})

// proves: rfc7515-4.1.1-alg, rfc7515-4.1.4-kid, rfc7515-4.1-no-key-in-header, core-10.1-signed-with-kid
test('the header names RS256 and a key of the set, and brings no key of its own (RFC 7515 section 4.1, Core 10.1)', async () => {
  const { tokens } = await enterProgram(service, program, await addCitizen(service))
  const header = decodeProtectedHeader(tokens.id_token)
  const set = (await (await fetch(`${service.baseUrl}/o/.well-known/jwks.json`)).json()) as {
    keys: { kid: string }[]
  }
  expect(header.alg).toBe('RS256')
  expect(set.keys.map(({ kid }) => kid)).toContain(header.kid)
  for (const name of ['jwk', 'jku', 'x5c', 'x5u', 'crit']) expect(header).not.toHaveProperty(name)
})

// proves: contract-2.10-nonce, contract-4.1-authorize-nonce, core-2-nonce
test.each(['n', 'ab+/=&%20 ', 'Ünïcode 漢字', 'n'.repeat(2048)])(
  'the nonce comes back as it was sent (%#) (contract 2.10, Core 3.1.2.1)',
  async (nonce) => {
    const { tokens } = await enterProgram(service, program, await addCitizen(service), { nonce })
    expect(decodeJwt(tokens.id_token)['nonce']).toBe(nonce)
  },
)

// proves: contract-1.7-one-account-everywhere, contract-2.10-sub, core-2-sub, core-8-public-subject
test('one account enters every program, as the same subject of at most 255 ASCII characters (contract 1.7, Core 2, 8)', async () => {
  const who = await addCitizen(service)
  const first = await enterProgram(service, program, who)
  const second = await enterProgram(service, await addProgram(service, { name: 'Library' }), first.browser)
  const stranger = await enterProgram(service, program, await addCitizen(service))
  const [one, same, another] = [first, second, stranger].map(({ tokens }) => decodeJwt(tokens.id_token).sub)
  expect(one).toMatch(/^[\x21-\x7e]{1,255}$/)
  expect(same).toBe(one)
  expect(another).not.toBe(one)
  for (const known of [who.email, who.fullName, who.phoneNumber, who.citizenId])
    expect(one).not.toContain(known)
})

// proves: contract-2.12-sub-durable
test('the subject outlives a change of name, address and phone number (contract 2.12, Core 2)', async () => {
  const who = await addCitizen(service)
  const before = await enterProgram(service, program, who)
  await service.database.db.query`
    update citizens set full_name = 'New Name', email = ${`new.${who.email}`}, phone_number = ''
     where citizen_id = ${who.citizenId}`
  const after = await enterProgram(service, program, before.browser)
  expect(decodeJwt(after.tokens.id_token)).toMatchObject({ sub: who.subject, name: 'New Name' })
})

// proves: contract-2.10-sid, contract-2.12-sid
test('sid names the browser session: the same at two programs, another in another browser (contract 2.10, 2.12)', async () => {
  const who = await addCitizen(service)
  const first = await enterProgram(service, program, who)
  const second = await enterProgram(service, await addProgram(service, { name: 'Library' }), first.browser)
  const elsewhere = await enterProgram(service, program, who)
  const [here, there, other] = [first, second, elsewhere].map(
    ({ tokens }) => decodeJwt(tokens.id_token)['sid'],
  )
  expect(there).toBe(here)
  expect(other).not.toBe(here)
})

// proves: contract-2.10-security-version, core-5.3.2-sub-and-json
test('sub, sid and security_version agree in ID token, userinfo and introspection (contract 2.10, 2.11, 2.12, Core 5.3.2)', async () => {
  const who = await addCitizen(service, { securityVersion: 4 })
  const { tokens } = await enterProgram(service, program, who)
  const claims = decodeJwt(tokens.id_token)
  const expected = { sub: who.subject, sid: claims['sid'], security_version: 4 }
  expect(claims).toMatchObject(expected)
  expect(await readUserinfo(tokens.access_token)).toMatchObject(expected)
  expect(await introspect(service, program, tokens.access_token)).toMatchObject(expected)
})

// proves: contract-2.10-email-verified, contract-2.12-email-verified, core-5.1-email-verified
test('email_verified is true wherever it is said, because nobody else gets this far (contract 2.10, 2.12)', async () => {
  const { tokens } = await enterProgram(service, program, await addCitizen(service))
  const said = [
    decodeJwt(tokens.id_token)['email_verified'],
    (await readUserinfo(tokens.access_token))['email_verified'],
    (await introspect(service, program, tokens.access_token))['email_verified'],
  ]
  expect(said).toEqual([true, true, true])
})

// proves: contract-2.11-userinfo-claims, contract-4.1-authorize-scope, core-5.3.2-sub-and-json, core-5.6-normal-claims
test('userinfo answers in JSON what its scopes allow, each value in its type, and never a phone number (contract 2.11, Core 5.3.2, 5.4)', async () => {
  const who = await addCitizen(service)
  const { tokens } = await enterProgram(service, program, who)
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const answer = await fetch(`${service.baseUrl}/o/userinfo/`, { headers })
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(await answer.json()).toEqual({
    sub: who.subject,
    name: who.fullName,
    email: who.email,
    email_verified: true,
    sid: expect.any(String),
    security_version: 1,
  })
})

// proves: contract-2.1-phone-proves-nothing, contract-2.12-field-types, contract-2.12-phone-unverified
// proves: rfc7662-2.2-types
test('an answer to introspection has each field in its type, and a phone number that proves nothing (contract 2.12, RFC 7662 section 2.2)', async () => {
  const { tokens } = await enterProgram(service, program, await addCitizen(service))
  const found = await introspect(service, program, tokens.access_token)
  for (const name of ['sub', 'name', 'email', 'phone_number', 'client_id', 'scope', 'sid'])
    expect([name, typeof found[name]]).toEqual([name, 'string'])
  for (const name of ['exp', 'security_version'])
    expect([name, Number.isInteger(found[name])]).toEqual([name, true])
  expect([found['active'], found['email_verified'], found['phone_number_verified']]).toEqual([
    true,
    true,
    false,
  ])
})
