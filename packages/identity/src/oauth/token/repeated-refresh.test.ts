import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCESS_ENDINGS } from '../../../testing/access-endings.ts'
import { addCitizen, addProgram, basic, signIn, type TestClient } from '../../../testing/people.ts'
import {
  type Entered,
  enterProgram,
  introspect,
  newAttempt,
  newIdempotencyKey,
  obtainCode,
  postForm,
  refresh,
  refreshWithKey,
  type TokenReply,
} from '../../../testing/program-flow.ts'
import {
  onPort,
  portOf,
  startTestService,
  TEST_SECRET_KEY,
  type TestService,
} from '../../../testing/test-service.ts'
import type { Citizen } from '../../citizens/index.ts'
import { disableClient, enableClient, updateClient } from '../../clients/index.ts'
import { rawRequest, sendRaw } from '../../platform/http/raw-http.fixture.ts'
import { sha256 } from '../../platform/secret.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

interface Refreshed {
  readonly who: Citizen
  readonly tokens: Entered['tokens']
  readonly token: string
  readonly key: string
  readonly first: TokenReply
}

/** A citizen whose program has refreshed once, with a key. */
async function refreshed(changes: Readonly<Record<string, string>> = {}): Promise<Refreshed> {
  const who = await addCitizen(service)
  const { tokens } = await enterProgram(service, program, who)
  const token = tokens.refresh_token
  const key = newIdempotencyKey()
  const first = await refreshWithKey(service, program, { token, key }, changes)
  expect(first.status).toBe(200)
  return { who, tokens, token, key, first }
}

async function isActive(token: string): Promise<unknown> {
  return (await introspect(service, program, token))['active']
}

async function isLiving(token: string): Promise<boolean> {
  const held = await service.database.db.query`select 1 from grants where refresh_hash = ${sha256(token)}`
  return held.length === 1
}

async function reuseEventsOf(who: Citizen): Promise<number> {
  const events = await service.database.db.query`
    select 1 from audit_events where citizen_id = ${who.citizenId} and name = 'refresh-token-reused'`
  return events.length
}

async function accessTokensOf(who: Citizen): Promise<number> {
  const held = await service.database.db
    .query`select 1 from access_tokens where citizen_id = ${who.citizenId}`
  return held.length
}

/** The characters from this code to that one. */
function ascii(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, index) => from + index))
}

function tokensOf({ body }: TokenReply) {
  return { access_token: body.access_token, refresh_token: body.refresh_token }
}

function expectRefused(answer: TokenReply, error = 'invalid_grant'): void {
  expect([answer.status, answer.body.error]).toEqual([400, error])
  expect(answer.headers.get('cache-control')).toBe('no-store')
}

describe('a refresh that is repeated with its Idempotency-Key (design 7.33)', () => {
  // proves: design-7.33-same-key-same-tokens
  test.each([0, 9, 10, 30, 60])('%i seconds later is told the same tokens again', async (seconds) => {
    const { token, key, first, who } = await refreshed()
    expect(first.body).toEqual({
      access_token: expect.stringMatching(/^pat_[A-Za-z0-9_-]{64}$/),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^prt_[A-Za-z0-9_-]{80}$/),
      scope: 'openid profile email offline_access',
    })
    service.clock.advance(seconds)
    const again = await refreshWithKey(service, program, { token, key })
    expect(again.status).toBe(200)
    expect(again.headers.get('cache-control')).toBe('no-store')
    expect(again.headers.get('pragma')).toBe('no-cache')
    expect(again.body).toEqual({ ...first.body, expires_in: 900 - seconds })
    expect([await isLiving(token), await isLiving(again.body.refresh_token)]).toEqual([false, true])
    expect(await isActive(again.body.access_token)).toBe(true)
    expect(await reuseEventsOf(who)).toBe(0)
  })

  test('is told them as often as it asks, and they are no others than in the tables', async () => {
    const { token, key, first, who } = await refreshed()
    for (let time = 0; time < 5; time += 1) {
      service.clock.advance(10)
      const again = await refreshWithKey(service, program, { token, key })
      expect(tokensOf(again)).toEqual(tokensOf(first))
    }
    expect(await accessTokensOf(who)).toBe(2)
    const next = await refreshWithKey(service, program, {
      token: first.body.refresh_token,
      key: newIdempotencyKey(),
    })
    expect(next.status).toBe(200)
  })

  // proves: design-7.33-same-key-same-tokens
  test('is told the scope that it asked for', async () => {
    const narrow = { scope: 'openid email' }
    const { token, key, first } = await refreshed(narrow)
    const again = await refreshWithKey(service, program, { token, key }, narrow)
    expect([first.body.scope, again.body.scope]).toEqual(['openid email', 'openid email'])
    expect(tokensOf(again)).toEqual(tokensOf(first))
  })

  test('gives each token and each key tokens of its own: one key for a whole chain does no harm', async () => {
    const { key, first } = await refreshed()
    const given = [tokensOf(first)]
    for (let time = 0; time < 3; time += 1) {
      const token = given.at(-1)?.refresh_token ?? ''
      given.push(tokensOf(await refreshWithKey(service, program, { token, key })))
    }
    const all = given.flatMap((tokens) => Object.values(tokens))
    expect(new Set(all).size).toBe(8)
    expect(await isActive(given.at(-1)?.access_token ?? '')).toBe(true)
  })

  // proves: design-7.33-same-key-same-tokens
  test('is told again after the client was changed', async () => {
    const { token, key, first } = await refreshed()
    await updateClient(service.foundation, program.clientId, { name: 'Parking Permits 2' })
    expect(tokensOf(await refreshWithKey(service, program, { token, key }))).toEqual(tokensOf(first))
  })

  test('on a clock that was set back never says more than 900 seconds', async () => {
    const { token, key, first } = await refreshed()
    service.clock.advance(-30)
    const again = await refreshWithKey(service, program, { token, key })
    service.clock.advance(30)
    expect(again.body).toEqual(first.body)
  })

  // proves: threat-lost-answer
  test('is answered from before and after a new secret key was put in front', async () => {
    const database = service.database
    const environment = { PORTICO_BASE_URL: service.baseUrl }
    const secretKeys = [Buffer.alloc(32, 8), TEST_SECRET_KEY]
    const renewed = await startTestService({ database, clock: service.clock, environment, secretKeys })
    const { token, key, first } = await refreshed()
    const through = onPort(renewed)
    expect(tokensOf(await refreshWithKey(through, program, { token, key }))).toEqual(tokensOf(first))
    const repeatable = { token: first.body.refresh_token, key }
    const next = await refreshWithKey(through, program, repeatable)
    expect(next.status).toBe(200)
    expect(tokensOf(await refreshWithKey(through, program, repeatable))).toEqual(tokensOf(next))
    await renewed.close()
  })
})

describe('is taken for what it was without the key, refused at once and reuse ten seconds later:', () => {
  const KINDS: Readonly<Record<string, (done: Refreshed) => Promise<TokenReply>>> = {
    'another key': ({ token }) => refreshWithKey(service, program, { token, key: newIdempotencyKey() }),
    'the key with one letter in other case': ({ token, key }) => {
      const at = key.search(/[a-z]/i)
      const letter = key.charAt(at)
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      return refreshWithKey(service, program, { token, key: key.slice(0, at) + other + key.slice(at + 1) })
    },
    'no key': ({ token }) => refresh(service, program, token),
    'another scope': ({ token, key }) =>
      refreshWithKey(service, program, { token, key }, { scope: 'openid email' }),
  }

  // proves: design-7.33-otherwise-a-reuse, threat-repeated-refresh
  test.each(Object.keys(KINDS))('%s', async (kind) => {
    const done = await refreshed()
    const again = KINDS[kind] ?? (() => Promise.reject(new Error('No such kind')))
    service.clock.advance(9)
    expectRefused(await again(done))
    expect([await isActive(done.first.body.access_token), await reuseEventsOf(done.who)]).toEqual([true, 0])
    service.clock.advance(1)
    expectRefused(await again(done))
    expect([await isActive(done.first.body.access_token), await reuseEventsOf(done.who)]).toEqual([false, 1])
    expectRefused(await refreshWithKey(service, program, done))
    expectRefused(await refresh(service, program, done.first.body.refresh_token))
  })

  // proves: design-7.33-otherwise-a-reuse, threat-repeated-refresh
  test('the same key after more than 60 seconds', async () => {
    const { token, key, first, who } = await refreshed()
    service.clock.advance(61)
    expectRefused(await refreshWithKey(service, program, { token, key }))
    expect([await isActive(first.body.access_token), await reuseEventsOf(who)]).toEqual([false, 1])
  })

  // proves: design-7.33-otherwise-a-reuse
  test.each([9, 10])('the same key after the successor was used, %i seconds later', async (seconds) => {
    const { token, key, first, who } = await refreshed()
    const next = await refresh(service, program, first.body.refresh_token)
    expect(next.status).toBe(200)
    service.clock.advance(seconds)
    expectRefused(await refreshWithKey(service, program, { token, key }))
    const isReuse = seconds >= 10
    expect(await isActive(next.body.access_token)).toBe(!isReuse)
    expect(await reuseEventsOf(who)).toBe(isReuse ? 1 : 0)
  })

  // proves: design-7.33-otherwise-a-reuse
  test('the same key for a token that was spent without one', async () => {
    const who = await addCitizen(service)
    const { tokens } = await enterProgram(service, program, who)
    await refresh(service, program, tokens.refresh_token)
    service.clock.advance(10)
    expectRefused(
      await refreshWithKey(service, program, { token: tokens.refresh_token, key: newIdempotencyKey() }),
    )
    expect(await reuseEventsOf(who)).toBe(1)
  })
})

describe('nobody is told a rotation again', () => {
  // proves: design-7.33-told-to-nobody-else, threat-repeated-refresh
  test('at another client: it gets nothing, ends nothing and is not in the audit', async () => {
    const { token, key, first, who } = await refreshed()
    const other = await addProgram(service, { name: 'Other' })
    service.clock.advance(20)
    expectRefused(await refreshWithKey(service, other, { token, key }))
    expect([await isActive(first.body.access_token), await reuseEventsOf(who)]).toEqual([true, 0])
    expect(tokensOf(await refreshWithKey(service, program, { token, key }))).toEqual(tokensOf(first))
  })

  // proves: design-7.33-told-to-nobody-else, threat-repeated-refresh
  test('at a client that is disabled, or with a wrong secret: invalid_client', async () => {
    const { token, key, first } = await refreshed()
    const wrong = { ...program, basic: basic(program.clientId, `${program.secret}x`) }
    expect((await refreshWithKey(service, wrong, { token, key })).status).toBe(401)
    await disableClient(service.foundation, program.clientId)
    const answer = await refreshWithKey(service, program, { token, key })
    await enableClient(service.foundation, program.clientId)
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    expectRefused(await refreshWithKey(service, program, { token, key }))
    expect(await isActive(first.body.access_token)).toBe(false)
  })

  // proves: design-7.33-told-to-nobody-else
  test('after the program revoked the successor', async () => {
    const { token, key, first, who } = await refreshed()
    const form = { token: first.body.refresh_token }
    await postForm(service, '/o/revoke/', form, { authorization: program.basic })
    service.clock.advance(20)
    expectRefused(await refreshWithKey(service, program, { token, key }))
    expect(await reuseEventsOf(who)).toBe(0)
  })

  // proves: design-7.33-told-to-nobody-else, threat-repeated-refresh
  test.each<(typeof ACCESS_ENDINGS)[number]>([
    ...ACCESS_ENDINGS,
    [
      'the fourteen days are over',
      ({ who }) =>
        service.database.db
          .query`update grants set expires_at = created_at where citizen_id = ${who.citizenId}`,
    ],
  ])('when %s; and that is no reuse', async (_name, happen) => {
    const { token, key, who } = await refreshed()
    await happen({ service, program, who })
    service.clock.advance(20)
    expectRefused(await refreshWithKey(service, program, { token, key }))
    expect(await reuseEventsOf(who)).toBe(0)
  })
})

describe('of thirty at once', () => {
  async function thirty(keyOf: (index: number) => string) {
    const who = await addCitizen(service)
    const { tokens } = await enterProgram(service, program, who)
    const token = tokens.refresh_token
    const ask = (index: number) => refreshWithKey(service, program, { token, key: keyOf(index) })
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ask(index)))
    const good = answers.filter(({ status }) => status === 200)
    const bad = answers.filter(({ body }) => body.error === 'invalid_grant')
    expect(good.length + bad.length).toBe(30)
    // The one of the exchanged code, and that of one rotation.
    expect(await accessTokensOf(who)).toBe(2)
    for (const answer of good) expect(tokensOf(answer)).toEqual(tokensOf(good[0] as TokenReply))
    expect(await isLiving(good[0]?.body.refresh_token ?? '')).toBe(true)
    expect(await reuseEventsOf(who)).toBe(0)
    return good.length
  }

  // proves: design-7.33-one-rotation
  test('with one key all get the same tokens, of one rotation', async () => {
    const key = newIdempotencyKey()
    expect(await thirty(() => key)).toBe(30)
  })

  // proves: design-7.33-one-rotation
  test('with thirty keys one wins, and what it got lives', async () => {
    expect(await thirty(newIdempotencyKey)).toBe(1)
  })

  test('with two keys those of one key win', async () => {
    const keys = [newIdempotencyKey(), newIdempotencyKey()]
    expect(await thirty((index) => keys[index % 2] ?? '')).toBe(15)
  })
})

describe('an Idempotency-Key', () => {
  const LONG = 'k'.repeat(128)

  // proves: design-7.33-key-syntax
  test.each([
    ['of 16 characters', `"${'k'.repeat(16)}"`],
    ['of 128 characters', `"${LONG}"`],
    ['of every character that a String may hold', `"${ascii(0x20, 0x7e).replaceAll(/["\\]/g, '\\$&')}"`],
    ['of 128 escaped characters, which count once each', `"${'\\"'.repeat(64)}${'\\\\'.repeat(64)}"`],
    ['with white space around it', `  "${'k'.repeat(16)}" `],
  ])('%s is taken, and good for a repeated request (RFC 9651 section 3.3.3)', async (_name, key) => {
    const { tokens } = await enterProgram(service, program, await addCitizen(service))
    const token = tokens.refresh_token
    const first = await refreshWithKey(service, program, { token, key })
    expect(first.status).toBe(200)
    expect((await refreshWithKey(service, program, { token, key })).body).toEqual(first.body)
  })

  // proves: design-7.33-key-syntax
  test.each([
    ['empty', ''],
    ['a token (RFC 9651 section 3.3.4)', 'kkkkkkkkkkkkkkkkkkkkkk'],
    ['a byte sequence (RFC 9651 section 3.3.5)', ':a2tra2tra2tra2tra2tra2s=:'],
    ['in single quotes', `'${'k'.repeat(16)}'`],
    ['not ended', `"${'k'.repeat(16)}`],
    ['not begun', `${'k'.repeat(16)}"`],
    ['an empty string', '""'],
    ['of 15 characters', `"${'k'.repeat(15)}"`],
    ['of 129 characters', `"${LONG}k"`],
    ['of 15 characters, one of them escaped', `"${'k'.repeat(14)}\\""`],
    ['with a backslash before an ordinary letter', `"${'k'.repeat(16)}\\k"`],
    ['with a backslash at its end', `"${'k'.repeat(16)}\\"`],
    ['with a quote in its middle', `"${'k'.repeat(16)}"${'k'.repeat(16)}"`],
    ['with a tab', `"${'k'.repeat(16)}\t"`],
    ['with a letter beyond ASCII', `"${'k'.repeat(16)}é"`],
    ['with a parameter', `"${'k'.repeat(16)}";a=1`],
    ['a list', `"${'k'.repeat(16)}", "${'k'.repeat(16)}"`],
  ])('that is %s is invalid_request, and spends nothing', async (_name, key) => {
    const { tokens } = await enterProgram(service, program, await addCitizen(service))
    const token = tokens.refresh_token
    expectRefused(await refreshWithKey(service, program, { token, key }), 'invalid_request')
    expect((await refreshWithKey(service, program, { token, key: newIdempotencyKey() })).status).toBe(200)
  })

  // proves: design-7.33-key-syntax
  test.each([
    ['the same twice', newIdempotencyKey(), undefined],
    ['two', newIdempotencyKey(), newIdempotencyKey()],
    ['one string over two headers', '"kkkkkkkkkkkk', 'kkkkkkkkkkkk"'],
  ])('that comes in two headers (%s) is invalid_request, and spends nothing', async (_name, one, other) => {
    const { tokens } = await enterProgram(service, program, await addCitizen(service))
    const body = `grant_type=refresh_token&refresh_token=${tokens.refresh_token}`
    const headers = [
      'Host: localhost',
      `Authorization: ${program.basic}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${body.length}`,
      `Idempotency-Key: ${one}`,
      `idempotency-key: ${other ?? one}`,
    ]
    const answer = await sendRaw(portOf(service), rawRequest('POST /o/token/', headers, body))
    expect([answer.status, answer.text.includes('"invalid_request"')]).toEqual([400, true])
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
  })

  // proves: design-7.33-key-syntax
  test('is for refreshing alone: an exchange of a code takes no notice of it, good or not', async () => {
    const browser = service.browser()
    await signIn(browser, await addCitizen(service))
    for (const key of [newIdempotencyKey(), 'malformed']) {
      const attempt = newAttempt(program)
      const form = {
        grant_type: 'authorization_code',
        code: await obtainCode(browser, attempt),
        redirect_uri: program.redirectUri,
        code_verifier: attempt.verifier,
      }
      const headers = { authorization: program.basic, 'idempotency-key': key }
      expect((await postForm(service, '/o/token/', form, headers)).status).toBe(200)
      expect((await postForm(service, '/o/token/', form, headers)).body.error).toBe('invalid_grant')
    }
  })

  // proves: threat-repeated-refresh
  test('is neither in a table nor in the log, nor are the tokens that followed from it', async () => {
    const { key, first, who } = await refreshed()
    const rows = await service.database.db.query<{ row: string }>`
      select row_to_json(t)::text as row from access_tokens t where citizen_id = ${who.citizenId}
      union all select row_to_json(g)::text from grants g where citizen_id = ${who.citizenId}
      union all select row_to_json(e)::text from audit_events e where citizen_id = ${who.citizenId}`
    const all = [...rows.map(({ row }) => row), ...service.logLines].join('\n')
    const secrets = [key.slice(1, -1), ...Object.values(tokensOf(first)).map((token) => token.slice(26))]
    for (const secret of secrets) {
      for (const form of [secret, sha256(secret).toString('hex'), sha256(`"${secret}"`).toString('hex')])
        expect(all).not.toContain(form)
      expect(all).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    }
  })
})
