import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

const REGISTER = '/api/v1/accounts/register/'
const RECOVER = '/api/v1/accounts/recover/'
const BOTH = [
  ['register', REGISTER],
  ['recover', RECOVER],
] as const
let service: TestService
let made = 0

beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_TRUSTED_PROXIES: '127.0.0.1,::1' } })
})
afterAll(() => service.close())

function newAddress(): string {
  made += 1
  return `198.18.${made >> 8}.${made & 255}`
}
function newEmail(): string {
  made += 1
  return `ada${made}@example.test`
}
async function send(path: string, body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(service.baseUrl + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress(), ...headers },
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const post = (path: string, fields: object, headers?: Record<string, string>) =>
  send(path, JSON.stringify(fields), headers)
const register = (changes: object) => post(REGISTER, { full_name: 'Ada', email: newEmail(), ...changes })
const codesOf = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body['errors'] as Record<string, { code: string }[]>).map(([name, problems]) => [
      name,
      problems.map(({ code }) => code),
    ]),
  )
const fieldsFor = (path: string, email: string) =>
  path === REGISTER ? { full_name: 'Ada', email } : { email }
async function registrationsOf(email: string) {
  return service.database.db.query<{ fullName: string; phoneNumber: string }>`
    select full_name as "fullName", phone_number as "phoneNumber" from mailed_links where email = ${email}`
}

// proves: contract-2.1-full-name-length, contract-8-full-name
test('full_name takes 1 to 150 characters; none and 151 are refused (contract 2.1, 8)', async () => {
  for (const length of [1, 150]) expect((await register({ full_name: 'x'.repeat(length) })).status).toBe(202)
  for (const length of [0, 151]) {
    const answer = await register({ full_name: 'x'.repeat(length) })
    expect([answer.status, Object.keys(codesOf(answer.body))]).toEqual([400, ['full_name']])
  }
})

// proves: contract-1.1-name-address-phone, contract-2.1-full-name-required
test('full_name and email are required when registering, phone_number is not (contract 2.1)', async () => {
  expect((await register({})).status).toBe(202)
  for (const name of ['full_name', 'email']) {
    const answer = await register({ [name]: undefined })
    expect([answer.status, codesOf(answer.body)]).toEqual([400, { [name]: ['required'] }])
  }
})

// proves: contract-2.2-email-required
test('email is required when recovering (contract 2.2)', async () => {
  const answer = await post(RECOVER, {})
  expect([answer.status, codesOf(answer.body)]).toEqual([400, { email: ['required'] }])
})

// proves: contract-2.1-email-length, contract-2.2-email-normalised, contract-8-email
test.each(BOTH)(
  '%s: an address of 320 characters is taken, one of 321 is refused (contract 2.1, 2.2, 8)',
  async (_name, path) => {
    const label = 'b'.repeat(63)
    const longest = `${'a'.repeat(64)}@${label}.${label}.${label}.${label}`
    expect(longest).toHaveLength(320)
    expect((await post(path, fieldsFor(path, longest))).status).toBe(202)
    const answer = await post(path, fieldsFor(path, `a${longest}`))
    expect([answer.status, codesOf(answer.body)]).toEqual([400, { email: ['max_length'] }])
  },
)

// proves: contract-2.1-email-required, contract-2.2-email-required
test.each(BOTH)('%s: text that is no e-mail address is refused (contract 2.1, 2.2)', async (_name, path) => {
  for (const email of ['ada', 'ada@', '@example.test', 'a b@example.test']) {
    const answer = await post(path, fieldsFor(path, email))
    expect([answer.status, codesOf(answer.body)]).toEqual([400, { email: ['invalid'] }])
  }
})

// proves: contract-2.1-email-normalised, contract-2.2-email-normalised, design-7.3-email-ascii, threat-two-spellings
test('an address is trimmed and lower-cased before anything is done with it (contract 2.1, 2.2)', async () => {
  const email = newEmail()
  expect((await register({ email: `  ${email.toUpperCase()}\t` })).status).toBe(202)
  expect(await registrationsOf(email)).toHaveLength(1)
  const citizen = await addCitizen(service)
  await post(RECOVER, { email: `  ${citizen.email.toUpperCase()}\t` })
  const links = await service.database.db.query`
    select 1 as one from mailed_links where citizen_id = ${citizen.citizenId}`
  expect(links).toHaveLength(1)
})

// proves: contract-2.1-phone-length, contract-8-phone
test('phone_number takes 20 characters, 21 are refused (contract 2.1, 8)', async () => {
  expect((await register({ phone_number: '1'.repeat(20) })).status).toBe(202)
  const answer = await register({ phone_number: '1'.repeat(21) })
  expect([answer.status, codesOf(answer.body)]).toEqual([400, { phone_number: ['max_length'] }])
})

// proves: contract-2.1-phone-proves-nothing
test('a phone number is kept as it is and signs nobody in (contract 2.1)', async () => {
  const email = newEmail()
  await register({ email, phone_number: '+34 600 111 222' })
  expect(await registrationsOf(email)).toEqual([{ fullName: 'Ada', phoneNumber: '+34 600 111 222' }])
  const citizen = await addCitizen(service, { phoneNumber: '+34600111222' })
  const browser = service.browser({ 'x-forwarded-for': newAddress() })
  const answer = await browser.submit(
    await browser.get('/login/'),
    { email: citizen.phoneNumber, password: TEST_PASSWORD },
    { follow: false },
  )
  expect(answer.status).toBe(400)
  expect(browser.cookies.has('portico_session')).toBe(false)
})

// proves: contract-1.1-no-password-in-json, contract-1.8-no-role, contract-2.1-unknown-fields-refused
// proves: threat-unasked-fields
test.each([
  ['password', 'correct horse battery staple'],
  ['roles', ['staff']],
  ['is_staff', true],
  ['security_version', 7],
])(
  '%s is no field of the API: refused by name, and nothing is stored (contract 1.1, 1.8, 2.1, 2.2)',
  async (name, value) => {
    const email = newEmail()
    for (const [, path] of BOTH) {
      const answer = await post(path, { ...fieldsFor(path, email), [name]: value })
      expect([answer.status, codesOf(answer.body)]).toEqual([400, { [name]: ['unknown_field'] }])
    }
    expect(await registrationsOf(email)).toEqual([])
  },
)

// proves: contract-2.2-email-alone
test('recovering takes the address alone: a name and a phone number are refused (contract 2.2)', async () => {
  const answer = await post(RECOVER, { email: newEmail(), full_name: 'Ada', phone_number: '1' })
  expect(codesOf(answer.body)).toEqual({ full_name: ['unknown_field'], phone_number: ['unknown_field'] })
})

// proves: contract-2.3-accepted-same-for-all, contract-2.3-verification-required, contract-4.1-register
test.each(BOTH)(
  '%s: an accepted request answers 202 with a text and verification_required, always true (contract 2.3)',
  async (_name, path) => {
    for (const email of [newEmail(), (await addCitizen(service)).email]) {
      const answer = await post(path, fieldsFor(path, email))
      expect(answer).toEqual({
        status: 202,
        body: { detail: expect.any(String), verification_required: true },
      })
    }
  },
)

// proves: contract-2.5-field-errors, contract-4.1-enrollment-400, contract-7-bad-fields, design-7.2-field-codes
test('each field problem is a list of a message and a code, both texts (contract 2.5, 7)', async () => {
  const { body } = await post(REGISTER, { full_name: '', email: 'x', role: 1 })
  expect(Object.keys(body)).toEqual(['errors'])
  const problems = Object.values(body['errors'] as Record<string, unknown[]>)
  expect(problems).toHaveLength(3)
  for (const each of problems) {
    expect(each).toEqual([{ message: expect.stringMatching(/\w/), code: expect.stringMatching(/^[a-z_]+$/) }])
  }
})

// proves: contract-2.4-detail, contract-4.1-enrollment-400, contract-7-bad-json, design-7.2-field-codes
test.each(BOTH)(
  '%s: JSON that cannot be read is a Detail, one text and nothing else (contract 2.4, 7)',
  async (_name, path) => {
    for (const body of ['{"email":', 'email=a@example.test', '[]', '']) {
      expect(await send(path, body)).toEqual({ status: 400, body: { detail: expect.stringMatching(/\w/) } })
    }
  },
)

// proves: contract-4.1-enrollment-json
test.each(BOTH)(
  '%s: the request is JSON; the same fields as a form are refused (contract 4.1)',
  async (_name, path) => {
    const form = new URLSearchParams(fieldsFor(path, newEmail())).toString()
    const answer = await send(path, form, { 'content-type': 'application/x-www-form-urlencoded' })
    expect(answer).toEqual({ status: 400, body: { detail: expect.any(String) } })
  },
)

// proves: contract-4.1-register, contract-4.1-recover, contract-8-body-8-kib
test.each(BOTH)(
  '%s: 8192 bytes are read, 8193 are refused with a Detail (contract 4.1, 8)',
  async (_name, path) => {
    const padded = (bytes: number) => JSON.stringify(fieldsFor(path, newEmail())).padEnd(bytes, ' ')
    expect((await send(path, padded(8192))).status).toBe(202)
    expect(await send(path, padded(8193))).toEqual({ status: 400, body: { detail: expect.any(String) } })
  },
)

// proves: contract-4.1-register, contract-4.1-recover, contract-5-enrollment-open
test.each(BOTH)(
  '%s: nobody has to prove anything, and credentials change nothing (contract 5)',
  async (_name, path) => {
    for (const authorization of ['Basic bm9ib2R5Ondyb25n', 'Bearer garbage', 'x']) {
      expect((await post(path, fieldsFor(path, newEmail()), { authorization })).status).toBe(202)
    }
  },
)

// proves: contract-4.1-enrollment-429, contract-7-enrollment-429, contract-8-enrollment-per-ip
test('ten registrations of an address in an hour leave its ten recoveries, and each eleventh is 429 (contract 8)', async () => {
  const here = { 'x-forwarded-for': newAddress() }
  for (const [, path] of BOTH) {
    for (let at = 0; at < 10; at += 1) {
      expect((await post(path, fieldsFor(path, newEmail()), here)).status).toBe(202)
    }
    const answer = await post(path, fieldsFor(path, newEmail()), here)
    expect(answer).toEqual({ status: 429, body: { detail: expect.any(String) } })
  }
})

// proves: contract-4.1-enrollment-429, contract-8-enrollment-per-email
test('three registrations of an e-mail in an hour leave its three recoveries, and each fourth is 429 (contract 8)', async () => {
  const email = newEmail()
  for (const [, path] of BOTH) {
    for (let at = 0; at < 3; at += 1) expect((await post(path, fieldsFor(path, email))).status).toBe(202)
    expect(await post(path, fieldsFor(path, email))).toEqual({
      status: 429,
      body: { detail: expect.any(String) },
    })
  }
  service.clock.advance(3600)
  for (const [, path] of BOTH) expect((await post(path, fieldsFor(path, email))).status).toBe(202)
})

// proves: contract-1.8-address-gives-nothing
test('registering anew changes nothing of an account: neither its name, its password nor its standing (contract 1.1, 1.8)', async () => {
  const citizen = await addCitizen(service)
  await register({ email: citizen.email, full_name: 'Mallory', phone_number: '0' })
  const rows = await service.database.db.query`
    select full_name as "fullName", phone_number as "phoneNumber", standing, security_version as "securityVersion"
      from citizens where email = ${citizen.email}`
  expect(rows).toEqual([
    { fullName: 'Ana Example', phoneNumber: '+34 600 000 000', standing: 'active', securityVersion: 1 },
  ])
})

// proves: contract-5.7-passwords-not-logged
test('no log line holds a password, right or wrong, or a mailed link (contract 5, rule 7)', async () => {
  const citizen = await addCitizen(service)
  const browser = service.browser({ 'x-forwarded-for': newAddress() })
  const form = await browser.get('/login/')
  await browser.submit(form, { email: citizen.email, password: 'a wrong but private guess' })
  await signIn(browser, citizen)
  await register({})
  await post(RECOVER, { email: citizen.email })
  const log = service.logLines.join('\n')
  expect(log).toContain(REGISTER)
  expect(log).toContain('/login/')
  for (const secret of [TEST_PASSWORD, 'private guess', 'pgl_', 'prl_', 'link=', citizen.email]) {
    expect(log).not.toContain(secret)
  }
})
