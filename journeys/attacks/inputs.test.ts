import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newAttempt } from '../../packages/identity/testing/program-flow.ts'
import { FORM, INSIDE, openTarget, type Posted, type Target } from './target.ts'

let target: Target
let people = 0

beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target?.close())
afterEach(() => target.expectWell())

const REGISTER = '/api/v1/accounts/register/'
const RECOVER = '/api/v1/accounts/recover/'
const INTROSPECT = '/api/integrations/introspect/'
const FORM_TYPE = FORM.slice(14)
const newAddress = () => `input.${(people += 1)}@example.test`

/** Sends JSON that both enrollment endpoints must refuse, without a mail or a row. */
async function expectRefusedJson(body: string | Buffer, type = 'application/json'): Promise<void> {
  for (const path of [REGISTER, RECOVER]) {
    const answer = await target.post(path, body, type)
    expect([path, answer.status]).toEqual([path, 400])
    expect(answer.text).not.toMatch(INSIDE)
    expect(JSON.parse(answer.text)).toEqual(
      expect.objectContaining({
        [answer.text.startsWith('{"errors"') ? 'errors' : 'detail']: expect.anything(),
      }),
    )
  }
}

async function expectNothingWaits(work: () => Promise<void>): Promise<void> {
  const count = async () =>
    (await target.identity.db.query<{ n: number }>`select count(*)::int as n from mailed_links`)[0]?.n
  const before = await count()
  const mails = target.mailServer.mails.length
  await work()
  expect(await count()).toBe(before)
  expect(target.mailServer.mails).toHaveLength(mails)
}

/** The request of a form from the citizen's browser, without its fields. */
async function csrf(path: string): Promise<string> {
  const page = await target.entered.browser.get(path)
  return page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
}

/** An error page, or an error for the program at its own address; never a code. */
function expectNoWayOn({ status, location }: Pick<Posted, 'status' | 'location'>): void {
  expect([302, 303, 400]).toContain(status)
  expect(location ?? 'error=').toContain('error=')
  expect(location ?? '').not.toMatch(/code=|evil/)
  expect(new URL(location ?? target.program.redirectUri).origin).toBe(
    new URL(target.program.redirectUri).origin,
  )
}

// proves: rfc6749-3.1-unknown-ignored
test('a parameter that no endpoint knows is ignored, also when it comes twice', async () => {
  const token = target.entered.tokens.access_token
  const twice = 'trace=1&trace=2&=&=&__proto__=a&__proto__=b'
  const answers = [
    await target.post(INTROSPECT, `${twice}&token=${token}&${twice}`, FORM_TYPE),
    await target.post('/o/revoke/', `token=unknown&${twice}`, FORM_TYPE),
    await target.fetch(`/o/userinfo/?${twice}`, { headers: { authorization: `Bearer ${token}` } }),
    await target.fetch(`/api/health/?${twice}`, {}),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const refresh = await target.post(
    '/o/token/',
    `grant_type=refresh_token&refresh_token=x&${twice}`,
    FORM_TYPE,
  )
  expect(JSON.parse(refresh.text)).toMatchObject({ error: 'invalid_grant' })
})

describe('a parameter that comes twice is refused', () => {
  // proves: threat-repeated-parameters
  test('in every form of a program, alike or not, empty or not, in any spelling of its name', async () => {
    const token = target.entered.tokens.access_token
    const forms: readonly (readonly [string, string])[] = [
      [INTROSPECT, `token=${token}`],
      ['/o/revoke/', `token=${token}`],
      ['/o/token/', 'grant_type=refresh_token&refresh_token=x'],
    ]
    const cases = forms.flatMap(([path, form]) => {
      const [name, value] = (form.split('&').at(-1) ?? '').split('=')
      const more = [
        `${name}=${value}`,
        `${name}=`,
        `${name}`,
        `%${name?.charCodeAt(0).toString(16)}${name?.slice(1)}=x`,
      ]
      return more
        .flatMap((again) => [`${form}&${again}`, `${again}&${form}`])
        .map((body) => [path, body] as const)
    })
    for (const [path, body] of cases) {
      const answer = await target.post(path, body, FORM_TYPE)
      expect([path, body, answer.status]).toEqual([path, body, 400])
      expect(JSON.parse(answer.text)).toMatchObject({ error: 'invalid_request' })
    }
    expect(JSON.parse((await target.post(INTROSPECT, `token=${token}`, FORM_TYPE)).text)).toMatchObject({
      active: true,
    })
  })

  const SESSION_FORMS = '/account/sessions/end/ /account/sessions/end-others/ /account/programs/disconnect/'
  const FORMS = `/login/ /register/ /recover/ /logout/ /account/profile/ /account/password/ ${SESSION_FORMS}`
  test.each(FORMS.split(' '))('in the form of %s, and nothing is done', async (path) => {
    const token = await csrf('/account/')
    for (const more of [
      '&email=a&email=b',
      '&full_name=a&full_name=b',
      '&password=a&password=',
      '&x=1&x=1',
      `&csrf_token=${token}`,
    ]) {
      const answer = await target.post(path, `csrf_token=${token}${more}`, FORM_TYPE)
      expect([more, answer.status]).toEqual([more, 400])
    }
    expect((await target.fetch('/account/', { headers: { cookie: target.cookie } })).status).toBe(200)
  })

  // proves: threat-repeated-parameters
  test('in an authorization request, each of them, by GET and by POST', async () => {
    const { parameters } = newAttempt(target.program)
    for (const name of [...Object.keys(parameters), 'prompt', 'max_age', 'login_hint']) {
      const value = parameters[name] ?? 'login'
      for (const second of [value, '', 'https://evil.example.test/']) {
        const query = `${new URLSearchParams({ ...parameters, [name]: value })}&${name}=${encodeURIComponent(second)}`
        const headers = { cookie: target.cookie }
        const get = await target.fetch(`/o/authorize/?${query}`, { headers })
        const post = await target.post('/o/authorize/', query, FORM_TYPE)
        expectNoWayOn({ status: get.status, location: get.headers.get('location') })
        expectNoWayOn(post)
      }
    }
  })
})

describe('no field but the named ones', () => {
  const NAMES = [
    ...'__proto__ constructor prototype toString hasOwnProperty __defineGetter__ password role is_staff email[]'.split(
      ' ',
    ),
    ...'email[0] email.x Email EMAIL еmail fullName citizen_id email_verified standing length 0'.split(' '),
    ...['email ', ' email', 'e\u006dail\u200b', 'email\u0000', ''],
  ]
  // proves: threat-unasked-fields
  test.each(NAMES)('JSON: %j is told to be unknown, and changes nothing', async (name) => {
    await expectNothingWaits(async () => {
      for (const value of ['"x"', '{"email":"evil@example.test"}', 'true', 'null', '["x"]']) {
        await expectRefusedJson(
          `{"email":${JSON.stringify(newAddress())},"full_name":"Ana",${JSON.stringify(name)}:${value}}`,
        )
      }
    })
    expect(({} as Record<string, unknown>)['email']).toBeUndefined()
  })

  test('nor does one stand in for a field that is due', async () => {
    const email = newAddress()
    for (const body of [
      `{"__proto__":{"email":"${email}","full_name":"Ana"}}`,
      `{"constructor":{"prototype":{"email":"${email}"}},"full_name":"Ana"}`,
      `{"email[]":"${email}","full_name":"Ana"}`,
      `[{"email":"${email}","full_name":"Ana"}]`,
      `"${email}"`,
      'null',
      'true',
      '1',
    ])
      await expectNothingWaits(() => expectRefusedJson(body))
  })

  test.each([
    'email[]',
    'email[0]',
    'email[x]',
    '__proto__[email]',
    'constructor[email]',
    'email.x',
    'Email',
  ])('forms: %j is no email', async (name) => {
    await expectNothingWaits(async () => {
      const token = await csrf('/register/')
      const body = new URLSearchParams({ csrf_token: token, full_name: 'Ana', [name]: newAddress() })
      const answer = await target.post('/register/', body.toString(), FORM_TYPE)
      expect(answer.status).toBe(400)
      expect(answer.text).not.toMatch(INSIDE)
    })
  })

  test.each(['token[]', 'token[0]', 'Token', '__proto__', '__proto__[token]', 'constructor', 'toString'])(
    'forms: %j is no token',
    async (name) => {
      const body = new URLSearchParams({ [name]: target.entered.tokens.access_token }).toString()
      for (const path of [INTROSPECT, '/o/revoke/'])
        expect((await target.post(path, body, FORM_TYPE)).status).toBe(400)
      expect(
        (await target.post('/o/token/', `grant_type=${encodeURIComponent(name)}`, FORM_TYPE)).status,
      ).toBe(400)
    },
  )
})

describe('no value but text', () => {
  test.each([
    '1',
    '1e3',
    'true',
    'null',
    '{}',
    '[]',
    '["a@example.test"]',
    '{"toString":"a@example.test"}',
    '""',
    '"   "',
    '"\\u0000"',
    '"\\ud800@example.test"',
    '"\\udc00"',
  ])('%s is no email and no name', async (value) => {
    await expectNothingWaits(async () => {
      await expectRefusedJson(`{"email":${value},"full_name":"Ana"}`)
      const answer = await target.post(
        REGISTER,
        `{"email":"${newAddress()}","full_name":${value}}`,
        'application/json',
      )
      expect(answer.status).toBe(400)
    })
  })

  test.each([
    ['a name twice', '"email":"a@example.test","email":"b@example.test"'],
    ['a name twice alike', '"email":"a@example.test","email":"a@example.test"'],
    ['a name twice, once escaped', '"email":"a@example.test","\\u0065mail":"b@example.test"'],
    [
      'a name twice behind a deep value',
      '"email":"a@example.test","x":{"email":{"email":1}},"email":"b@example.test"',
    ],
    ['__proto__ twice', '"email":"a@example.test","__proto__":1,"__proto__":2'],
    [
      'a name twice behind a text with braces',
      '"email":"a@example.test","x":"}{\\"email\\":","email":"b@example.test"',
    ],
  ])('%s is refused', async (_name, fields) => {
    await expectNothingWaits(() => expectRefusedJson(`{${fields},"full_name":"Ana"}`))
  })
})

describe('one encoding: UTF-8 as it should be', () => {
  const good = () => `{"email":"${newAddress()}","full_name":"Ana"}`
  const ATTACKS: readonly (readonly [string, () => Buffer])[] = [
    ['a byte order mark', () => Buffer.from(`\ufeff${good()}`)],
    ['UTF-16', () => Buffer.from(good(), 'utf16le')],
    ['UTF-16 with its mark', () => Buffer.from(`\ufeff${good()}`, 'utf16le')],
    ['Latin-1', () => Buffer.from(good().replace('Ana', 'Añá'), 'latin1')],
    [
      'an overlong slash',
      () =>
        Buffer.concat([
          Buffer.from('{"email":"a@example.test","full_name":"'),
          Buffer.from([0xc0, 0xaf]),
          Buffer.from('"}'),
        ]),
    ],
    [
      'an overlong quote',
      () =>
        Buffer.concat([
          Buffer.from('{"email":"a@example.test","full_name":"A'),
          Buffer.from([0xc0, 0xa2]),
          Buffer.from('}'),
        ]),
    ],
    [
      'a surrogate in UTF-8',
      () =>
        Buffer.concat([
          Buffer.from('{"email":"a@example.test","full_name":"A'),
          Buffer.from([0xed, 0xa0, 0x80]),
          Buffer.from('"}'),
        ]),
    ],
    [
      'five bytes for one character',
      () =>
        Buffer.concat([
          Buffer.from('{"email":"a@example.test","full_name":"A'),
          Buffer.from([0xf8, 0x88, 0x80, 0x80, 0x80]),
          Buffer.from('"}'),
        ]),
    ],
    [
      'beyond the last character',
      () =>
        Buffer.concat([
          Buffer.from('{"email":"a@example.test","full_name":"A'),
          Buffer.from([0xf4, 0x90, 0x80, 0x80]),
          Buffer.from('"}'),
        ]),
    ],
    [
      'half a character',
      () =>
        Buffer.concat([
          Buffer.from('{"email":"a@example.test","full_name":"A'),
          Buffer.from([0xe2, 0x82]),
          Buffer.from('"}'),
        ]),
    ],
    ['a raw NUL', () => Buffer.from(good().replace('Ana', 'A\0na'))],
    ['a raw NUL behind the end', () => Buffer.from(`${good()}\0`)],
    ['a raw line feed in a text', () => Buffer.from(good().replace('Ana', 'A\nna'))],
    ['a comment', () => Buffer.from(good().replace('{', '{/* x */'))],
    ['a trailing comma', () => Buffer.from(good().replace('}', ',}'))],
    ['single quotes', () => Buffer.from(good().replaceAll('"', "'"))],
    ['two documents', () => Buffer.from(`${good()}${good()}`)],
    ['a prefix against hijacking', () => Buffer.from(`)]}',\n${good()}`)],
    ['NaN', () => Buffer.from('{"email":NaN}')],
  ]
  test.each(ATTACKS)('JSON with %s is refused', async (_name, body) => {
    await expectNothingWaits(() => expectRefusedJson(body()))
  })

  test.each([
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-7',
    'text/json',
    'text/plain',
    FORM_TYPE,
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    'application/jsonx',
    'application/ld+json',
    ';',
    '',
    'application/json; charset=utf-8; charset=utf-16',
  ])('JSON as "%s" is refused', async (type) => {
    await expectNothingWaits(() => expectRefusedJson(good(), type))
  })

  test.each([
    'application/json',
    'text/plain',
    'multipart/form-data; boundary=x',
    `${FORM_TYPE}; charset=utf-16`,
    `${FORM_TYPE}; charset=iso-8859-1`,
    `${FORM_TYPE}, text/plain`,
    `${FORM_TYPE}\t;x`,
    '',
    '; charset=utf-8',
  ])('a form as "%s" is refused', async (type) => {
    for (const path of [
      INTROSPECT,
      '/o/revoke/',
      '/o/token/',
      '/login/',
      '/register/',
      '/logout/',
      '/o/authorize/',
      '/o/authorize/decision/',
    ]) {
      const answer = await target.post(
        path,
        `csrf_token=${await csrf('/account/')}&token=${target.entered.tokens.access_token}`,
        type,
      )
      expect([path, answer.status]).toEqual([path, 400])
      expect(answer.text).not.toMatch(INSIDE)
    }
  })

  test.each([
    '%',
    '%f',
    '%zz',
    '%ff',
    '%c0%af',
    '%c0%80',
    '%ed%a0%80',
    '%f4%90%80%80',
    '%e2%82',
    '%00',
    'a%00b',
    '\0',
    '%u0041',
  ])('a form with %j is refused, in a name and in a value', async (text) => {
    for (const pair of [`x=${text}`, `${text}=x`]) {
      for (const path of [
        INTROSPECT,
        '/o/revoke/',
        '/o/token/',
        '/login/',
        '/o/authorize/',
        '/o/authorize/decision/',
      ]) {
        expect([path, (await target.post(path, `token=x&${pair}`, FORM_TYPE)).status]).toEqual([path, 400])
      }
      const query = `${new URLSearchParams(newAttempt(target.program).parameters)}&${pair}`
      const answer = await target.raw(`GET /o/authorize/?${query}`, [
        `Cookie: ${target.cookie}`,
        'Connection: close',
      ])
      expect(answer.status).toBe(400)
    }
    const raw = await target.raw(`GET /login/?resume=${text}`, ['Connection: close'])
    expect(raw.status).toBe(400)
  })

  test('a form in raw bytes that are no UTF-8 is refused', async () => {
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]]) {
      const body = Buffer.concat([Buffer.from('token='), Buffer.from(bytes)])
      for (const path of [INTROSPECT, '/o/token/', '/login/'])
        expect((await target.post(path, body, FORM_TYPE)).status).toBe(400)
    }
  })
})
