import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, INTROSPECT, openWire, RECOVER, REGISTER, REVOKE, TOKEN, type Wire } from './wire.ts'

let wire: Wire

beforeAll(async () => {
  wire = await openWire()
})

afterAll(async () => {
  await wire?.close()
})

const text = expect.any(String)
const DETAIL = { detail: text }
const ACCEPTED = { detail: text, verification_required: true }
const VALIDATION = { errors: expect.any(Object) }
const INACTIVE = { active: false }
/** An OAuth error body: `error`, and perhaps its description. */
const oauthError = (error: string) => ({ error, error_description: text })

let people = 0
/** A valid registration. */
function registration(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  people += 1
  return { full_name: 'Ana', email: `new.${people}@example.test`, phone_number: '+34 600', ...changes }
}

const deepJson = `${'['.repeat(2000)}${']'.repeat(2000)}`
const tooLarge = JSON.stringify(registration({ padding: 'x'.repeat(8 * 1024) }))

/** Each answer of the JSON endpoints: the request, and the whole body of the answer. */
const JSON_ANSWERS: readonly (readonly [string, () => Promise<Answer>, number, Record<string, unknown>])[] = [
  ['4.1, 2.3: registration is accepted', () => wire.sendJson(REGISTER, registration()), 202, ACCEPTED],
  [
    '2.1: a phone number is optional',
    () => wire.sendJson(REGISTER, { full_name: 'A', email: 'a@example.test' }),
    202,
    ACCEPTED,
  ],
  [
    '2.1: 150 characters of name',
    () => wire.sendJson(REGISTER, registration({ full_name: 'é'.repeat(150) })),
    202,
    ACCEPTED,
  ],
  [
    '2.1: an address is trimmed and lowercased',
    () => wire.sendJson(REGISTER, registration({ email: ' Ana.B@EXAMPLE.test ' })),
    202,
    ACCEPTED,
  ],
  [
    '1.1: an address that has an account',
    () => wire.sendJson(REGISTER, registration({ email: wire.citizen.email })),
    202,
    ACCEPTED,
  ],
  [
    '2.1: 151 characters of name',
    () => wire.sendJson(REGISTER, registration({ full_name: 'é'.repeat(151) })),
    400,
    VALIDATION,
  ],
  ['2.1: an empty name', () => wire.sendJson(REGISTER, registration({ full_name: ' ' })), 400, VALIDATION],
  ['2.1: no name', () => wire.sendJson(REGISTER, registration({ full_name: undefined })), 400, VALIDATION],
  ['2.1: no address', () => wire.sendJson(REGISTER, registration({ email: undefined })), 400, VALIDATION],
  [
    '2.1: something that is no address',
    () => wire.sendJson(REGISTER, registration({ email: 'ana' })),
    400,
    VALIDATION,
  ],
  [
    '2.1: 321 characters of address',
    () => wire.sendJson(REGISTER, registration({ email: `${'a'.repeat(308)}@example.test` })),
    400,
    VALIDATION,
  ],
  [
    '2.1: 21 characters of phone',
    () => wire.sendJson(REGISTER, registration({ phone_number: '1'.repeat(21) })),
    400,
    VALIDATION,
  ],
  [
    '2.1: a password is refused',
    () => wire.sendJson(REGISTER, registration({ password: 'four green bicycles' })),
    400,
    VALIDATION,
  ],
  ['2.1: a role is refused', () => wire.sendJson(REGISTER, registration({ role: 'admin' })), 400, VALIDATION],
  [
    '2.1: a number is no name',
    () => wire.sendJson(REGISTER, registration({ full_name: 7 })),
    400,
    VALIDATION,
  ],
  ['7: broken JSON', () => wire.sendJson(REGISTER, '{"full_name":'), 400, DETAIL],
  ['7: JSON that is no object', () => wire.sendJson(REGISTER, '[]'), 400, DETAIL],
  ['7: deep JSON', () => wire.sendJson(REGISTER, deepJson), 400, DETAIL],
  ['8: more than 8 KiB', () => wire.sendJson(REGISTER, tooLarge), 400, DETAIL],
  [
    '4.1: a form instead of JSON',
    () => wire.sendForm(REGISTER, { full_name: 'Ana', email: 'a@example.test' }, { basic: '' }),
    400,
    DETAIL,
  ],
  [
    '4.1, 2.3: recovery is accepted',
    () => wire.sendJson(RECOVER, { email: wire.citizen.email }),
    202,
    ACCEPTED,
  ],
  [
    '1.1: recovery of an unknown address',
    () => wire.sendJson(RECOVER, { email: 'nobody@example.test' }),
    202,
    ACCEPTED,
  ],
  [
    '2.2: recovery takes an address alone',
    () => wire.sendJson(RECOVER, { email: wire.citizen.email, full_name: 'A' }),
    400,
    VALIDATION,
  ],
  ['2.2: recovery without an address', () => wire.sendJson(RECOVER, {}), 400, VALIDATION],
  ['8: recovery with more than 8 KiB', () => wire.sendJson(RECOVER, tooLarge), 400, DETAIL],
  ['2.13: health', () => wire.send('/api/health/'), 200, { status: 'ok', service: 'city-identity' }],
  [
    '4.1: token without authentication',
    () => wire.sendForm(TOKEN, { grant_type: 'refresh_token' }, { basic: '' }),
    401,
    oauthError('invalid_client'),
  ],
  [
    '4.1: token with a wrong secret',
    () => wire.sendForm(TOKEN, {}, { basic: 'Basic bm86bm8=' }),
    401,
    oauthError('invalid_client'),
  ],
  [
    '5.1: credentials in the body',
    () =>
      wire.sendForm(
        TOKEN,
        { client_id: wire.program.clientId, client_secret: wire.program.secret },
        { basic: '' },
      ),
    401,
    oauthError('invalid_client'),
  ],
  [
    '4.1: an unsupported grant',
    () => wire.sendForm(TOKEN, { grant_type: 'password', username: 'a', password: 'b' }),
    400,
    oauthError('unsupported_grant_type'),
  ],
  [
    '1.3: client credentials are no grant here',
    () => wire.sendForm(TOKEN, { grant_type: 'client_credentials' }),
    400,
    oauthError('unsupported_grant_type'),
  ],
  ['4.1: no grant type', () => wire.sendForm(TOKEN, {}), 400, oauthError('invalid_request')],
  [
    '4.1: an unknown code',
    async () => wire.sendForm(TOKEN, { ...(await wire.freshCode()), code: 'nothing' }),
    400,
    oauthError('invalid_grant'),
  ],
  [
    '4.1: no verifier',
    async () => wire.sendForm(TOKEN, { ...(await wire.freshCode()), code_verifier: '' }),
    400,
    oauthError('invalid_request'),
  ],
  [
    '8: a verifier of 42 characters',
    async () => wire.sendForm(TOKEN, { ...(await wire.freshCode()), code_verifier: 'v'.repeat(42) }),
    400,
    oauthError('invalid_grant'),
  ],
  [
    '8: a verifier of 129 characters',
    async () => wire.sendForm(TOKEN, { ...(await wire.freshCode()), code_verifier: 'v'.repeat(129) }),
    400,
    oauthError('invalid_grant'),
  ],
  [
    '4.1: another verifier',
    async () => wire.sendForm(TOKEN, { ...(await wire.freshCode()), code_verifier: 'v'.repeat(128) }),
    400,
    oauthError('invalid_grant'),
  ],
  [
    '4.1: another redirect_uri',
    async () =>
      wire.sendForm(TOKEN, { ...(await wire.freshCode()), redirect_uri: `${wire.program.redirectUri}?` }),
    400,
    oauthError('invalid_grant'),
  ],
  [
    '4.1: an unknown refresh token',
    () => wire.sendForm(TOKEN, { grant_type: 'refresh_token', refresh_token: 'nothing' }),
    400,
    oauthError('invalid_grant'),
  ],
  [
    '4.1: revoke without authentication',
    () => wire.sendForm(REVOKE, { token: 'x' }, { basic: '' }),
    401,
    oauthError('invalid_client'),
  ],
  [
    '4.1: introspection without authentication',
    () => wire.sendForm(INTROSPECT, { token: 'x' }, { basic: '' }),
    401,
    oauthError('invalid_client'),
  ],
  ['2.12: introspection of an unknown token', () => wire.sendForm(INTROSPECT, { token: 'x' }), 200, INACTIVE],
  [
    '2.12: introspection of a refresh token',
    () => wire.sendForm(INTROSPECT, { token: wire.entered.tokens.refresh_token }),
    200,
    INACTIVE,
  ],
  [
    '4.3.7: introspection of an ID token',
    () => wire.sendForm(INTROSPECT, { token: wire.entered.tokens.id_token }),
    200,
    INACTIVE,
  ],
]

test.each(JSON_ANSWERS)('contract %s', async (_name, ask, status, body) => {
  const answer = await ask()
  expect([answer.status, answer.json]).toEqual([status, body])
  expect(answer.type).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
})

test('contract 2.5: every faulty field is named, each with messages and codes', async () => {
  const { json } = await wire.sendJson(REGISTER, { full_name: '', email: 'x', phone_number: 5, admin: true })
  const { errors } = json as { errors: Record<string, { message: string; code: string }[]> }
  expect(Object.keys(errors).sort()).toEqual(['admin', 'email', 'full_name', 'phone_number'])
  for (const faults of Object.values(errors)) {
    expect(faults.length).toBeGreaterThan(0)
    for (const fault of faults)
      expect(fault).toEqual({ message: text, code: expect.stringMatching(/^[a-z_]+$/) })
  }
})
