import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CENTRAL_TOKEN, SIGNED_TOKEN } from '../../testing/central-tokens.ts'
import { BASE, beginSignIn, openCallback, testProgram } from '../../testing/program.ts'
import { sha256Base64Url } from '../platform/index.ts'
import type { ForgeIdToken, IdTokenDraft } from '../testing/index.ts'

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const withClaims =
  (changes: Record<string, unknown>): ForgeIdToken =>
  ({ claims, keys }) =>
    keys.sign({ ...claims, ...changes })
const withHeader =
  (header: Record<string, unknown>): ForgeIdToken =>
  ({ claims, keys }) =>
    keys.sign(claims, header)
const without =
  (...names: string[]): ForgeIdToken =>
  ({ claims, keys }) =>
    keys.sign(Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name))))
const seconds = (claims: IdTokenDraft['claims'], name: string) => Number(claims[name])
const kidOf = ({ keys }: IdTokenDraft) => String(keys.published['kid'])

/** A valid signature over JSON with a repeated member. */
const repeating =
  (where: 'header' | 'payload'): ForgeIdToken =>
  async ({ claims, keys }) => {
    const twice = (text: string, member: string) => `${text.slice(0, -1)},${member}}`
    const header = JSON.stringify({ alg: 'RS256', kid: keys.published['kid'] })
    const payload = JSON.stringify(claims)
    return where === 'header'
      ? keys.signText(twice(header, '"alg":"RS256"'), payload)
      : keys.signText(
          header,
          twice(`{"sub":"somebody-else",${payload.slice(1)}`, `"sub":${JSON.stringify(claims['sub'])}`),
        )
  }

/** Signed with the public key as a shared secret. A verifier that trusts `alg` would accept it. */
const hmacByPublicKey: ForgeIdToken = (draft) => {
  const input = `${part({ alg: 'HS256', kid: kidOf(draft) })}.${part(draft.claims)}`
  const { n } = draft.keys.published
  return `${input}.${createHmac('sha256', String(n)).update(input).digest('base64url')}`
}

const es256: ForgeIdToken = (draft) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const input = `${part({ alg: 'ES256', kid: kidOf(draft) })}.${part(draft.claims)}`
  const signature = createSign('sha256').update(input).sign({ key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}`
}

/** Signed with the forger's own key, which has the kid of the real one, or is in the header. */
const ownKey =
  (header: (draft: IdTokenDraft, jwk: object) => object): ForgeIdToken =>
  (draft) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const input = `${part({ alg: 'RS256', ...header(draft, publicKey.export({ format: 'jwk' })) })}.${part(draft.claims)}`
    return `${input}.${createSign('sha256').update(input).sign(privateKey).toString('base64url')}`
  }

const FORGERIES: readonly (readonly [string, ForgeIdToken])[] = [
  ['of another issuer', withClaims({ iss: 'https://evil.example.test' })],
  ['of the issuer with a slash more', withClaims({ iss: 'https://id.example.test/' })],
  ['without issuer', without('iss')],
  ['for another program', withClaims({ aud: 'another-program' })],
  ['for others, in a list', withClaims({ aud: ['another-program', 'a-third'] })],
  ['for nobody', withClaims({ aud: [] })],
  ['without audience', without('aud')],
  ['for a program whose id begins like ours', withClaims({ aud: 'permits2' })],
  ['for several, asked for by another', withClaims({ aud: ['permits', 'another'], azp: 'another' })],
  ['for several, asked for by nobody named', withClaims({ aud: ['permits', 'another'] })],
  ['for us, asked for by another', withClaims({ azp: 'another-program' })],
  ['with another nonce', withClaims({ nonce: 'another-nonce' })],
  ['without nonce', without('nonce')],
  ['that is over', ({ claims, keys }) => keys.sign({ ...claims, exp: seconds(claims, 'iat') - 60 })],
  ['that never ends', without('exp')],
  ['that ends at a word', withClaims({ exp: 'never' })],
  ['from the future', ({ claims, keys }) => keys.sign({ ...claims, iat: seconds(claims, 'iat') + 61 })],
  ['without a time', without('iat')],
  [
    'of a sign-in in the future',
    ({ claims, keys }) => keys.sign({ ...claims, auth_time: seconds(claims, 'iat') + 61 }),
  ],
  ['of a sign-in at a word', withClaims({ auth_time: 'now' })],
  ['of a sign-in at a fraction', withClaims({ auth_time: 1.5 })],
  ['of a sign-in before all time', withClaims({ auth_time: -1 })],
  ['of a sign-in at 0, which is a default and no time', withClaims({ auth_time: 0 })],
  ['of a sign-in of several classes', withClaims({ acr: ['phr', 'phrh'] })],
  ['of a sign-in without the name of its class', withClaims({ acr: '' })],
  ['that begins later', ({ claims, keys }) => keys.sign({ ...claims, nbf: seconds(claims, 'iat') + 61 })],
  ['without a signature', ({ claims }) => `${part({ alg: 'none' })}.${part(claims)}.`],
  ['of "alg": "none" with a signature', withHeader({ alg: 'none' })],
  ['of "alg": "NONE"', withHeader({ alg: 'NONE' })],
  [
    'with its signature stripped',
    async ({ claims, keys }) => (await keys.sign(claims)).replace(/[^.]+$/, ''),
  ],
  ['in two parts', async ({ claims, keys }) => (await keys.sign(claims)).replace(/\.[^.]+$/, '')],
  ['with an HMAC by the public key', hmacByPublicKey],
  ['of ES256', es256],
  ['that says RS512', withHeader({ alg: 'RS512' })],
  ['of a key that is not published', withHeader({ kid: 'nobody' })],
  ['by a key of its own under the name of ours', ownKey((draft) => ({ kid: kidOf(draft) }))],
  ['by a key that it brings along', ownKey((_draft, jwk) => ({ jwk }))],
  [
    'by a key at an address that it names',
    ownKey(() => ({ jku: 'https://evil.example.test/keys', kid: 'x' })),
  ],
  ['with a critical header that nobody knows', withHeader({ crit: ['b64'], b64: true })],
  ['with an empty list of critical headers', withHeader({ crit: [] })],
  ['that is encrypted', () => `${part({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.a.b.c.d`],
  ['without sid', without('sid')],
  ['with an empty sid', withClaims({ sid: '' })],
  ['with a sid that is a number', withClaims({ sid: 1 })],
  ['without security_version', without('security_version')],
  ['with a security_version in quotes', withClaims({ security_version: '1' })],
  ['with half a security_version', withClaims({ security_version: 1.5 })],
  ['with a negative security_version', withClaims({ security_version: -1 })],
  ['with an unproved address', withClaims({ email_verified: false })],
  ['with an address proved by a word', withClaims({ email_verified: 'true' })],
  ['with an address proved by a number', withClaims({ email_verified: 1 })],
  ['without email_verified', without('email_verified')],
  ['without address', without('email')],
  ['with an address of two lines', withClaims({ email: 'a@example.test\r\nbcc: b@example.test' })],
  ['with an address of two signs', withClaims({ email: 'a@b@example.test' })],
  ['without sub', without('sub')],
  ['with an empty sub', withClaims({ sub: '' })],
  ['with a sub that is too long', withClaims({ sub: 'a'.repeat(256) })],
  ['with a sub that is a number', withClaims({ sub: 7 })],
  ['with a sub of odd characters', withClaims({ sub: 'a\u0000b' })],
  ['with the hash of another access token', withClaims({ at_hash: 'A'.repeat(22) })],
  ['with a hash that is a number', withClaims({ at_hash: 1 })],
  ['with a header member twice', repeating('header')],
  ['with a claim twice', repeating('payload')],
  ['that is no JSON', ({ keys }) => keys.signText('{"alg":"RS256"}', '{')],
  ['that is a list', ({ keys }) => keys.signText('{"alg":"RS256"}', '[]')],
  ['that is empty', () => ''],
  ['that is an access token', ({ accessToken }) => accessToken],
]

describe('an ID token (contract section 4.3 rule 4)', () => {
  // proves: program-4.3.4-id-token-checks, threat-forged-id-token
  test.each(FORGERIES)('%s makes no session, no account and no introspection', async (_what, forge) => {
    const program = testProgram()
    const { url } = await beginSignIn(program)
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const callback = await program.identity.authorize(url, citizen)
    program.identity.forgeNextIdToken(forge)
    const landed = await openCallback(program, callback)
    expect(landed).toMatchObject({
      status: 302,
      code: null,
      location: `${BASE}/signed-in?sso_error=unavailable`,
    })
    expect(program.events).toMatchObject([
      { type: 'callback_refused', reason: expect.stringMatching(/.{8}/) },
    ])
    expect([program.accounts.all.size, await program.sso.purge()]).toMatchObject([0, { handoffs: 0 }])
    expect(program.identity.log.map(({ path }) => path)).not.toContain('/api/integrations/introspect/')
    expect(await openCallback(program, callback)).toMatchObject({ code: null, error: 'unavailable' })
    for (const token of [CENTRAL_TOKEN, SIGNED_TOKEN, /ana@/])
      expect(JSON.stringify([...program.logged, ...program.events])).not.toMatch(token)
  })

  // proves: program-4.3.4-id-token-checks
  test.each<[string, ForgeIdToken]>([
    ['as it is', ({ claims, keys }) => keys.sign(claims)],
    ['for several, asked for by us', withClaims({ aud: ['permits', 'another'], azp: 'permits' })],
    ['for us, asked for by us', withClaims({ azp: 'permits' })],
    ['sixty seconds ahead', ({ claims, keys }) => keys.sign({ ...claims, iat: seconds(claims, 'iat') + 60 })],
    ['with the longest sub', withClaims({ sub: 'a'.repeat(255) })],
    ['with claims that nobody asked for', withClaims({ roles: ['admin'], __proto__: null })],
    [
      'with the hash of its access token',
      async ({ claims, keys, accessToken }) => {
        const whole = Buffer.from(await sha256Base64Url(accessToken), 'base64url')
        return keys.sign({ ...claims, at_hash: whole.subarray(0, 16).toString('base64url') })
      },
    ],
  ])('%s makes a session: so each refusal above is for its one fault', async (_what, forge) => {
    const program = testProgram()
    const { url } = await beginSignIn(program)
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const callback = await program.identity.authorize(url, citizen)
    program.identity.forgeNextIdToken(forge)
    expect((await openCallback(program, callback)).code).toMatch(/^ssoc_/)
    expect(program.events).toEqual([])
  })
})
