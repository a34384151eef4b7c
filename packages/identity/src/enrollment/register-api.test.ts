import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { smtpRefusal } from '../mail/smtp.fixture.ts'
import { ENROLLMENT } from './index.ts'
import { type Answer, linkIn, type MailingService, startMailingService } from './mailing-service.fixture.ts'

const PATH = '/api/v1/accounts/register/'
let service: MailingService
let network = 0
beforeAll(async () => {
  service = await startMailingService(ENROLLMENT.routes)
})
afterAll(() => service.close())
beforeEach(() => {
  network += 1
})
afterEach(async () => {
  service.smtp.behave({})
  await service.freeLimits()
})

const ip = (host: number) => `203.0.${network}.${host}`
const person = (changes: object = {}) => ({
  full_name: 'Ada Lovelace',
  email: `ada${network}@example.org`,
  ...changes,
})
const send = (body: string | Buffer, headers: Record<string, string> = {}, host = 1): Promise<Answer> =>
  service.send(PATH, body, { 'x-forwarded-for': ip(host), ...headers })
const register = (fields: object, host = 1) => send(JSON.stringify(fields), {}, host)
const rows = async (table: 'mailed_links' | 'outbox' | 'citizens') => {
  const [row] = await (table === 'mailed_links'
    ? service.database.db.query<{ count: number }>`select count(*) as count from mailed_links`
    : table === 'outbox'
      ? service.database.db.query<{ count: number }>`select count(*) as count from outbox`
      : service.database.db.query<{ count: number }>`select count(*) as count from citizens`)
  return row?.count
}

describe('a registration that is accepted (contract 4.1: 202, body 2.3)', () => {
  test('answers detail and verification_required, and nothing else', async () => {
    const answer = await register(person())
    expect(answer.status).toBe(202)
    expect(answer.body).toEqual({ detail: expect.any(String), verification_required: true })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
  // proves: design-7.3-email-one-spelling, design-9-one-link-per-mail
  test('mails a link with at least 43 base64url characters of secret to the address, trimmed and lower-cased', async () => {
    await register(person({ email: `  ADA.X${network}@Example.ORG `, phone_number: '+44 20 7946 0000' }))
    const [mail] = await service.smtp.arrivedFor(`ada.x${network}@example.org`)
    expect(mail?.recipients).toEqual([`ada.x${network}@example.org`])
    expect(linkIn(mail?.parsed.text)).toMatch(/^\/register\/confirm\/\?link=pgl_[A-Za-z0-9_-]{64}$/)
  })
  // proves: contract-2.1-email-normalised
  test('is for the address, the name and the number without what nobody sees around them', async () => {
    const around = (text: string) => `\u202a\u200b${text}\u202c\u00ad`
    const email = `ada.y${network}@example.org`
    const fields = { full_name: around('Ada'), email: around(email), phone_number: around('1') }
    expect((await register(fields)).status).toBe(202)
    const kept = await service.database.db.query`
      select full_name as "fullName", phone_number as "phoneNumber" from mailed_links where email = ${email}`
    expect(kept).toEqual([{ fullName: 'Ada', phoneNumber: '1' }])
  })
  // proves: threat-register-first
  test('is no account: it waits until a password is set', async () => {
    const citizens = await rows('citizens')
    await register(person())
    expect(await rows('citizens')).toBe(citizens)
  })
  test('speaks English unless the reader asks for another language that we speak', async () => {
    const asked = async (language: string) => {
      const email = `${language.slice(0, 2)}${network}@example.org`
      await send(JSON.stringify(person({ email })), { 'accept-language': language })
      return (await service.smtp.arrivedFor(email))[0]?.parsed.subject
    }
    expect(await asked('en')).toBe('Confirm your email address')
    expect(await asked('de-AT,de;q=0.9')).toBe('Bestätigen Sie Ihre E-Mail-Adresse')
    expect(await asked('tlh')).toBe('Confirm your email address')
  })
  test.each([
    ['a name of 150 characters', { full_name: '李'.repeat(150) }],
    ['a name with letters of many scripts', { full_name: "Siobhán O'Neill-محمد 李" }],
    ['a phone number of 20 characters', { phone_number: '1'.repeat(20) }],
    ['an empty phone number', { phone_number: '' }],
    ['a phone number of one digit', { phone_number: '1' }],
    ['a phone number in letters', { phone_number: '1-800-FLOWERS' }],
    ['a name of 150 characters of two units', { full_name: '𠮷'.repeat(150) }],
    ['an address that only looks odd', { email: "o'hara+x=y{z}|~`^*/?$%&!#@example.org" }],
  ])('may have %s', async (_case, changes) => {
    expect((await register(person(changes))).status).toBe(202)
  })
})

describe('fields that are refused (contract 2.1 and 2.5)', () => {
  test.each([
    ['no name', { full_name: undefined }, { full_name: 'required' }],
    ['no address', { email: undefined }, { email: 'required' }],
    ['a blank name', { full_name: ' \t ' }, { full_name: 'blank' }],
    ['a blank address', { email: '  ' }, { email: 'blank' }],
    ['a name of 151 characters', { full_name: 'x'.repeat(151) }, { full_name: 'max_length' }],
    ['an address of 321 characters', { email: `${'x'.repeat(309)}@example.org` }, { email: 'max_length' }],
    ['an address without @', { email: 'example.org' }, { email: 'invalid' }],
    ['a host and a domain without @', { email: 'mail.example.org' }, { email: 'invalid' }],
    ['65 characters before the @', { email: `${'x'.repeat(65)}@example.org` }, { email: 'invalid' }],
    ['a phone number of 21 characters', { phone_number: '1'.repeat(21) }, { phone_number: 'max_length' }],
    ['a password', { password: 'x' }, { password: 'unknown_field' }],
    ['a role', { role: 'admin', is_staff: true }, { role: 'unknown_field', is_staff: 'unknown_field' }],
    ['a field of another spelling', { Email: 'a@b.org' }, { Email: 'unknown_field' }],
    ['a number for a name', { full_name: 7 }, { full_name: 'invalid' }],
    ['null for a name', { full_name: null }, { full_name: 'invalid' }],
    ['null for a phone number', { phone_number: null }, { phone_number: 'invalid' }],
    ['a number for a phone number', { phone_number: 46 }, { phone_number: 'invalid' }],
    ['a list for an address', { email: ['a@example.org'] }, { email: 'invalid' }],
    ['an object for an address', { email: { address: 'a@example.org' } }, { email: 'invalid' }],
    ['true for an address', { email: true }, { email: 'invalid' }],
    ['two problems', { email: 'x', full_name: '' }, { email: 'invalid', full_name: 'blank' }],
  ])('%s', async (_case, changes, codes) => {
    const before = await rows('mailed_links')
    const answer = await register(person(changes))
    expect(answer.status).toBe(400)
    const problem = (code: string) => [{ message: expect.stringMatching(/\w{3}/), code }]
    const errors = Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, problem(code)]))
    expect(answer.body).toEqual({ errors })
    expect(await rows('mailed_links')).toBe(before)
  })
  // proves: contract-2.1-email-required, design-7.3-email-ascii
  test.each([
    'plain',
    '@example.org',
    'a@',
    'a@localhost',
    'a b@example.org',
    'a@exa mple.org',
    'a,b@example.org',
    'a@example.org,b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org\nRCPT TO:<b@example.org>',
    'a@example.org>\r\nDATA',
    'Ada <a@example.org>',
    '"a b"@example.org',
    'a(comment)@example.org',
    'a@[127.0.0.1]',
    'a@example..org',
    '.a@example.org',
    'a..b@example.org',
    'a\u0000@example.org',
    'ä@example.org',
    'a@exämple.org',
    'a@example.org\ud800',
    'a@example\u202e.org',
    'a@-example.org',
    'a;b@example.org',
    'a\\@example.org',
    'a@b@example.org',
    '\u212a@example.org\u0000',
  ])('%j is no address', async (email) => {
    const answer = await register(person({ email }))
    expect(answer.body).toEqual({ errors: { email: [{ message: expect.any(String), code: 'invalid' }] } })
  })
  // proves: design-7.2-json-odd-names
  test.each(['a\u0000b', 'a\r\nBcc: x', 'a\u202eb', '\ud83d', 'a\u2066b', 'a\u001bb', 'a\u2028b'])(
    '%j is no name and no phone number',
    async (text) => {
      const answer = await register(person({ full_name: text, phone_number: text }))
      expect(answer.body).toMatchObject({
        errors: { full_name: [{ code: 'invalid' }], phone_number: [{ code: 'invalid' }] },
      })
    },
  )
  // proves: design-7.2-json-repeated-name, threat-unasked-fields
  test('a field that came twice is refused, whatever its values', async () => {
    const answer = await send(`{"full_name":"Ada","email":"a@example.org","email":"b@example.org"}`)
    expect(answer.body).toEqual({
      errors: { email: [{ message: expect.any(String), code: 'duplicate_field' }] },
    })
  })
  // proves: design-7.2-json-repeated-name, threat-unasked-fields
  test('a name that hides behind an escape is the same name', async () => {
    const answer = await send(`{"full_name":"Ada","email":"a@example.org","\\u0065mail":"b@example.org"}`)
    expect(answer.body).toMatchObject({ errors: { email: [{ code: 'duplicate_field' }] } })
  })
  // proves: contract-2.1-unknown-fields-refused, design-7.2-json-odd-names
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is an unknown field like any other',
    async (name) => {
      const answer = await send(`{"full_name":"Ada","email":"a@example.org","${name}":{"email":"x"}}`)
      expect(answer.status).toBe(400)
      expect(answer.text).toContain(`"${name}":[{"message"`)
      expect(answer.text).toContain('unknown_field')
    },
  )
  test('hundreds of unknown fields get a short answer', async () => {
    const fields = Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`f${at}`, 1]))
    expect((await register({ ...person(), ...fields })).text.length).toBeLessThan(3000)
  })
})

describe('bodies that are refused with a Detail (contract 2.4)', () => {
  const good = JSON.stringify({ full_name: 'Ada', email: 'ada@example.org' })
  test.each([
    ['nothing', ''],
    ['no JSON', 'full_name=Ada'],
    ['half an object', '{"full_name":"Ada"'],
    ['an object and more', `${good}x`],
    ['two objects', `${good}${good}`],
    ['a list', '[]'],
    ['a word', '"x"'],
    ['null', 'null'],
    ['a number', '7'],
    ['a comment', `/* x */${good}`],
    ['a trailing comma', '{"full_name":"Ada",}'],
    ['single quotes', "{'full_name':'Ada'}"],
    ['NaN', '{"full_name":NaN}'],
  ])('%s', async (_case, body) => {
    const answer = await send(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ detail: expect.any(String) })
  })
  test.each([
    ['a byte order mark', Buffer.from(`\ufeff${good}`)],
    ['UTF-16', Buffer.from(good, 'utf16le')],
    ['Latin-1', Buffer.from('{"full_name":"Zo\u00eb","email":"a@example.org"}', 'latin1')],
    [
      'half a character',
      Buffer.concat([Buffer.from('{"full_name":"'), Buffer.from([0xe6, 0x9d]), Buffer.from('"}')]),
    ],
  ])('%s', async (_case, body) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { detail: expect.any(String) } })
  })
  // proves: design-7.2-json-content-type
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/jsonp',
    'text/json',
  ])('content type %s', async (type) => {
    expect(await send(good, { 'content-type': type })).toMatchObject({
      status: 400,
      body: { detail: expect.any(String) },
    })
  })
  test.each(['gzip', 'deflate', 'br', 'identity, gzip'])('content encoding %s', async (encoding) => {
    expect(await send(gzipSync(good), { 'content-encoding': encoding })).toMatchObject({ status: 400 })
    expect(await send(good, { 'content-encoding': encoding })).toMatchObject({ status: 400 })
  })
  test('8192 bytes are read, 8193 are not (contract section 8)', async () => {
    const padded = (bytes: number) => {
      const bare = JSON.stringify(person())
      return `${bare.slice(0, -1)}${' '.repeat(bytes - bare.length)}}`
    }
    expect((await send(padded(8192))).status).toBe(202)
    expect(await send(padded(8193))).toMatchObject({ status: 400, body: { detail: expect.any(String) } })
    expect((await send(padded(200_000))).status).toBe(400)
  })
})

describe('limits (contract section 8)', () => {
  const wait = (answer: Answer) => Number(answer.headers.get('retry-after'))
  // proves: design-7.9-retry-after
  test('10 requests per address and hour, whatever they hold; then 429 with a Detail and Retry-After', async () => {
    for (let at = 0; at < 5; at += 1) await send('nonsense')
    for (let at = 0; at < 5; at += 1)
      expect((await register(person({ email: `x${network}.${at}@example.org` }))).status).toBe(202)
    const answer = await register(person())
    expect(answer).toMatchObject({ status: 429, body: { detail: expect.any(String) } })
    expect(wait(answer)).toBeGreaterThan(3500)
    expect(wait(answer)).toBeLessThanOrEqual(3600)
    expect((await register(person(), 2)).status).toBe(202)
    await service.freeLimits()
    expect((await register(person())).status).toBe(202)
  })
  // proves: contract-8-enrollment-per-email, threat-two-spellings, design-7.3-email-one-spelling
  test('3 requests per e-mail and hour, in whatever spelling, from wherever', async () => {
    const spellings = [`ADA${network}@example.org`, ` ada${network}@EXAMPLE.org`, `ada${network}@example.org`]
    for (const [at, email] of spellings.entries())
      expect((await register(person({ email }), at)).status).toBe(202)
    expect(await register(person(), 9)).toMatchObject({ status: 429, body: { detail: expect.any(String) } })
  })
  // proves: design-7.9-invalid-bodies-count-for-ip
  test('invalid bodies count for the address, but not for the e-mail', async () => {
    for (let at = 0; at < 6; at += 1) expect((await register(person({ role: 'x' }))).status).toBe(400)
    for (let at = 0; at < 3; at += 1) expect((await register(person())).status).toBe(202)
  })
  // proves: design-7.9-ipv6-by-64
  test('an IPv4-mapped address is the IPv4 one, and an IPv6 network of 64 bits counts as one', async () => {
    const from = (address: string, email: string) =>
      send(JSON.stringify(person({ email })), { 'x-forwarded-for': address })
    for (let at = 0; at < 10; at += 1)
      await from(at % 2 ? ip(1) : `::ffff:${ip(1)}`, `m${network}.${at}@example.org`)
    expect((await from(`::ffff:${ip(1)}`, 'm@example.org')).status).toBe(429)
    for (let at = 0; at < 10; at += 1)
      await from(`2001:db8:${network}:1::${at}`, `v${network}.${at}@example.org`)
    expect((await from(`2001:db8:${network}:1:ffff::1`, 'v@example.org')).status).toBe(429)
    expect((await from(`2001:db8:${network}:2::1`, `v2${network}@example.org`)).status).toBe(202)
  })
  test('50 requests at once from one address: exactly 10 are accepted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => register(person({ email: `p${network}.${at}@example.org` }))),
    )
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40)
  })
  test('50 requests at once for one e-mail: exactly 3 are accepted', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => register(person(), at)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(47)
  })
})

describe('an address that has an account already', () => {
  async function owner(): Promise<string> {
    const email = `owner${network}@example.org`
    const { db } = service.database
    await db.query`insert into login_emails (email, citizen_id) values (${email}, gen_random_uuid())`
    return email
  }
  // proves: contract-2.3-accepted-same-for-all, contract-4.1-enrollment-202-silent, design-7.5-register-known-address
  // proves: threat-enumeration-by-answer
  test('gets the same answer to the byte; its owner alone is told, with the two addresses', async () => {
    const email = await owner()
    const [known, unknown] = [
      await register(person({ email, full_name: 'Mallory' })),
      await register(person()),
    ]
    expect(known.status).toBe(202)
    expect(known.text).toBe(unknown.text)
    const names = (answer: Answer) => [...answer.headers.keys()].filter((name) => name !== 'x-request-id')
    expect(names(known)).toEqual(names(unknown))
    const [mail] = await service.smtp.arrivedFor(email)
    expect(mail?.parsed.subject).toBe('You already have an account')
    expect(mail?.parsed.text).toContain('http://localhost:4000/login/')
    expect(mail?.parsed.text).toContain('http://localhost:4000/recover/')
    expect(mail?.source).not.toMatch(/pgl_|Mallory/)
  })
  // proves: design-7.9-counted-before-lookup, threat-enumeration-by-answer
  test('takes the same rows and the same limits', async () => {
    const email = await owner()
    const before = await rows('mailed_links')
    for (let at = 0; at < 3; at += 1) expect((await register(person({ email }))).status).toBe(202)
    expect(await rows('mailed_links')).toBe((before ?? 0) + 3)
    expect((await register(person({ email }))).status).toBe(429)
  })
  test('is told apart by no field problem', async () => {
    const email = await owner()
    const known = await register(person({ email, role: 'x' }))
    expect(known.text).toBe((await register(person({ role: 'x' }))).text)
  })
})

describe('while email delivery is unavailable', () => {
  // proves: contract-4.1-enrollment-503, contract-7-enrollment-503, threat-enumeration-by-effect
  test('everybody gets 503 with a Detail, nothing is written, and it mends itself', async () => {
    service.smtp.behave({ onConnect: (_session, done) => done(smtpRefusal(421)) })
    await expect.poll(() => service.parts.mail.available()).toBe(false)
    const before = await rows('mailed_links')
    const answer = await register(person())
    expect(answer).toMatchObject({ status: 503, body: { detail: expect.any(String) } })
    expect(await rows('mailed_links')).toBe(before)
    expect((await register(person({ role: 'x' }))).status).toBe(400)
    service.smtp.behave({})
    await expect.poll(() => service.parts.mail.available()).toBe(true)
    expect((await register(person())).status).toBe(202)
  })
  // proves: threat-enumeration-by-effect
  test('a single recipient that is refused changes nothing for others', async () => {
    service.smtp.behave({ onRcptTo: (_address, _session, done) => done(smtpRefusal(550)) })
    expect((await register(person({ email: `gone${network}@example.org` }))).status).toBe(202)
    await expect.poll(() => rows('outbox')).toBe(0)
    expect((await register(person())).status).toBe(202)
  })
})

describe('other methods', () => {
  test.each(['GET', 'PUT', 'DELETE'])('%s is 405 with Allow', async (method) => {
    const browser = service.browser()
    const answer = await fetch(new URL(PATH, (await browser.get('/register/')).url), { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })
})

test('no log line holds an address, a name or a link (contract section 5, rule 7)', () => {
  expect(service.logLines.length).toBeGreaterThan(100)
  expect(service.logLines.join('\n')).not.toMatch(/@example|Lovelace|pgl_|link=/i)
})
