import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, basic, type TestClient } from '../../packages/identity/testing/people.ts'
import {
  authorizeAddress,
  type Entered,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  postForm,
  refresh,
} from '../../packages/identity/testing/program-flow.ts'
import { type InnerStage, linkPathOf, openInnerStage } from './inner-stage.ts'

let stage: InnerStage
let program: TestClient
let other: TestClient
let entered: Entered
/** An unused code, with its verifier. */
let waiting: { readonly code: string; readonly verifier: string }
/** All bearer values of this citizen and this program, by kind. */
let kinds: Readonly<Record<string, string>>

const SESSION = 'portico_session'
const NEW_PASSWORD = 'nine purple umbrellas'

beforeAll(async () => {
  stage = await openInnerStage()
  const { service } = stage
  program = await addProgram(service)
  other = await addProgram(service, { name: 'Public Library' })
  const citizen = await addCitizen(service)
  entered = await enterProgram(service, program, citizen)
  const { browser } = entered
  const attempt = newAttempt(program)
  waiting = { code: await obtainCode(browser, attempt), verifier: attempt.verifier }
  const stranger = service.browser()
  await stranger.submit(await stranger.get('/register/'), { full_name: 'Eva', email: 'eva@example.test' })
  await stranger.submit(await stranger.get('/recover/'), { email: citizen.email })
  const unproven = await addCitizen(service, { emailVerified: false })
  const theirs = service.browser()
  await theirs.submit(await theirs.get(authorizeAddress(newAttempt(program))), {
    email: unproven.email,
    password: 'plain otter lantern canal',
  })
  await theirs.submit(await theirs.get(authorizeAddress(newAttempt(program))))
  const mails = await stage.deliver()
  const linkTo = (email: string) =>
    new URLSearchParams(linkPathOf(mails.get(email)).split('?')[1]).get('link') ?? ''
  const signIn = await service.browser().get(authorizeAddress(newAttempt(program)))
  const question = await browser.get(authorizeAddress(newAttempt(other)))
  const valueOf = (page: typeof question, name: string) =>
    page.html.querySelector(`input[name=${name}]`)?.getAttribute('value') ?? ''
  kinds = {
    'access token': entered.tokens.access_token,
    'refresh token': entered.tokens.refresh_token,
    'ID token': entered.tokens.id_token,
    code: waiting.code,
    verifier: waiting.verifier,
    'registration link': linkTo('eva@example.test'),
    'recovery link': linkTo(citizen.email),
    'verification link': linkTo(unproven.email),
    'session cookie': browser.cookies.get(SESSION) ?? '',
    'browser cookie': browser.cookies.get('portico_browser') ?? '',
    'visit cookie': browser.cookies.get('portico_visit') ?? '',
    'form token': valueOf(question, 'csrf_token'),
    'decision note': valueOf(question, 'request'),
    'resume handle': new URL(signIn.url).searchParams.get('resume') ?? '',
    'client secret': program.secret,
    'client id': program.clientId,
    subject: citizen.subject,
  }
})
afterAll(() => stage?.close())

const ask = (path: string, fields: Record<string, string>) =>
  postForm(stage.service, path, fields, { authorization: program.basic })
const bearer = (token: string) =>
  fetch(`${stage.service.baseUrl}/o/userinfo/`, { headers: { authorization: `Bearer ${token}` } })

/** Sends a form from the browser that it was shown to, with one other value. */
async function put(path: string, name: string, value: string): Promise<string> {
  const { browser } = entered
  const csrf_token = kinds['form token'] ?? ''
  const fields = { csrf_token, password: NEW_PASSWORD, decision: 'continue', [name]: value }
  const answer = await browser.post(path, fields, { follow: false })
  return `${answer.status} ${answer.location ?? ''}`
}

/**
 * Every place where the service accepts a bearer value, the kind that it accepts there, and how it refuses others. The
 * right kind is not tried here, because that would spend it.
 */
const PLACES: Readonly<
  Record<
    string,
    { readonly due: readonly string[]; readonly no: RegExp; put(value: string): Promise<string> }
  >
> = {
  'introspection’s token': {
    due: ['access token'],
    no: /^200 \{"active":false\}$/,
    put: async (token) => {
      const { status, body } = await ask('/api/integrations/introspect/', { token })
      return `${status} ${JSON.stringify(body)}`
    },
  },
  'userinfo’s bearer': {
    due: ['access token'],
    no: /^401$/,
    put: async (token) => String((await bearer(token)).status),
  },
  // Revocation answers 200 in any case. The rows show whether it ended something.
  'revocation’s token': {
    due: ['access token', 'refresh token'],
    no: /^200$/,
    put: async (token) => String((await ask('/o/revoke/', { token })).status),
  },
  code: {
    due: ['code'],
    no: /^400 invalid_grant$/,
    put: async (code) => {
      const answer = await exchange(stage.service, program, { code, verifier: waiting.verifier })
      return `${answer.status} ${answer.body.error}`
    },
  },
  refresh_token: {
    due: ['refresh token'],
    no: /^400 invalid_grant$/,
    put: async (token) => {
      const answer = await refresh(stage.service, program, token)
      return `${answer.status} ${answer.body.error}`
    },
  },
  'the client’s secret': {
    due: ['client secret'],
    no: /^401$/,
    put: async (secret) => {
      const headers = { authorization: basic(program.clientId, encodeURIComponent(secret)) }
      const fields = { token: entered.tokens.access_token }
      return String((await postForm(stage.service, '/api/integrations/introspect/', fields, headers)).status)
    },
  },
  'the session’s cookie': {
    due: ['session cookie'],
    no: /^303 \/login\/$/,
    put: async (value) => {
      const headers = { cookie: `${SESSION}=${value}` }
      const answer = await fetch(`${stage.service.baseUrl}/account/`, { headers, redirect: 'manual' })
      return `${answer.status} ${answer.headers.get('location')}`
    },
  },
  'a form’s token': {
    due: ['form token'],
    no: /^403 /,
    put: (value) => put('/logout/', 'csrf_token', value),
  },
  'the decision’s request': {
    due: ['decision note'],
    no: /^40[03] /,
    put: (value) => put('/o/authorize/decision/', 'request', value),
  },
  'the way back after signing in': {
    due: ['resume handle'],
    no: /^400$/,
    put: async (value) => {
      const { status } = await entered.browser.get(`/o/authorize/?${new URLSearchParams({ resume: value })}`)
      return String(status)
    },
  },
  'the link of a registration': {
    due: ['registration link'],
    no: /^400 /,
    put: (value) => put('/register/confirm/', 'link', value),
  },
  'the link of a recovery': {
    due: ['recovery link'],
    no: /^400 /,
    put: (value) => put('/recover/confirm/', 'link', value),
  },
  'the link of a verification': {
    due: ['verification link'],
    no: /^400 /,
    put: (value) => put('/account/verification/confirm/', 'link', value),
  },
}

test('all kinds are there and differ', () => {
  expect(Object.entries(kinds).filter(([, value]) => value.length < 16)).toEqual([])
  expect(new Set(Object.values(kinds)).size).toBe(Object.keys(kinds).length)
})

/** A value unchanged, and with the prefix of the right kind. Both must be refused. */
function disguisesOf(value: string, due: readonly string[]): readonly string[] {
  const prefixes = due.map((kind) => /^p[a-z]{2}_/.exec(kinds[kind] ?? '')?.[0] ?? '')
  const bare = value.replace(/^p[a-z]{2}_/, '')
  return [value, ...prefixes.filter((prefix) => prefix !== '').map((prefix) => prefix + bare)]
}

/** The rows without the audit, which may record the attempts. */
async function rowsButEvents(): Promise<Readonly<Record<string, string>>> {
  const rows = Object.entries(await stage.fingerprint())
  return Object.fromEntries(rows.filter(([table]) => table !== 'table audit_events'))
}

// proves: threat-token-confusion
describe('what is due somewhere else is refused and stays as good as it was', () => {
  test.each(Object.entries(PLACES))('as %s', async (_place, { due, no, put: putIn }) => {
    const before = await rowsButEvents()
    const wrong = Object.entries(kinds).filter(([kind]) => !due.includes(kind))
    for (const [kind, value] of wrong) {
      for (const text of disguisesOf(value, due))
        expect(`${kind}: ${await putIn(text)}`).toMatch(new RegExp(`^${kind}: ${no.source.slice(1)}`))
    }
    expect(await rowsButEvents()).toEqual(before)
  })
})

describe('another program gets nothing for them and ends nothing', () => {
  // proves: threat-introspection-leak
  test('introspection says inactive, an exchange and a refresh say invalid_grant, revocation revokes nothing', async () => {
    const { access_token, refresh_token } = entered.tokens
    for (const token of [access_token, refresh_token])
      expect(await introspect(stage.service, other, token)).toEqual({ active: false })
    const grabbed = await exchange(stage.service, other, waiting, { redirect_uri: program.redirectUri })
    expect([grabbed.status, grabbed.body.error]).toEqual([400, 'invalid_grant'])
    const renewed = await refresh(stage.service, other, refresh_token)
    expect([renewed.status, renewed.body.error]).toEqual([400, 'invalid_grant'])
    for (const token of [access_token, refresh_token]) {
      const headers = { authorization: other.basic }
      expect((await postForm(stage.service, '/o/revoke/', { token }, headers)).status).toBe(200)
    }
    expect(await introspect(stage.service, program, access_token)).toMatchObject({ active: true })
  })

  test('nor does its own secret open the door for another name', async () => {
    for (const authorization of [
      basic(program.clientId, other.secret),
      basic(other.clientId, program.secret),
    ]) {
      for (const [path, fields] of [
        ['/api/integrations/introspect/', { token: entered.tokens.access_token }],
        ['/o/revoke/', { token: entered.tokens.refresh_token }],
        ['/o/token/', { grant_type: 'refresh_token', refresh_token: entered.tokens.refresh_token }],
      ] as const)
        expect((await postForm(stage.service, path, fields, { authorization })).status).toBe(401)
    }
  })

  // proves: threat-introspection-leak
  test('nor does its name in the form: who proved itself in the header is who asks', async () => {
    const { access_token, refresh_token } = entered.tokens
    const headers = { authorization: other.basic }
    const named = { client_id: program.clientId }
    const asked = await postForm(
      stage.service,
      '/api/integrations/introspect/',
      { token: access_token, ...named },
      headers,
    )
    expect(asked.body['active']).not.toBe(true)
    await postForm(stage.service, '/o/revoke/', { token: refresh_token, ...named }, headers)
    const form = { grant_type: 'refresh_token', refresh_token, ...named }
    expect((await postForm(stage.service, '/o/token/', form, headers)).status).toBe(400)
    expect(await introspect(stage.service, program, access_token)).toMatchObject({ active: true })
  })
})

// proves: threat-token-confusion
describe('after all of that each is as good as new at its own place', () => {
  test('the tokens, the code and the cookie', async () => {
    const { browser, tokens } = entered
    expect(
      (await browser.get('/account/profile/')).html.querySelector('input[name=full_name]'),
    ).not.toBeNull()
    expect((await bearer(tokens.access_token)).status).toBe(200)
    expect((await exchange(stage.service, program, waiting)).status).toBe(200)
    expect((await refresh(stage.service, program, tokens.refresh_token)).status).toBe(200)
    expect(await put('/o/authorize/decision/', 'request', kinds['decision note'] ?? '')).toMatch(
      /^30[23] .*code=/,
    )
  })

  test.each([
    ['/register/confirm/', 'registration link'],
    ['/account/verification/confirm/', 'verification link'],
    ['/recover/confirm/', 'recovery link'],
  ])('%s takes its %s', async (path, kind) => {
    const csrf_token = kinds['form token'] ?? ''
    const password = kind === 'verification link' ? 'plain otter lantern canal' : NEW_PASSWORD
    const fields = { csrf_token, password, link: kinds[kind] ?? '' }
    expect((await entered.browser.post(path, fields, { follow: false })).status).toBe(303)
  })
})
