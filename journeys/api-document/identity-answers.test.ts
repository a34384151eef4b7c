import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn } from '../../packages/identity/testing/people.ts'
import { authorizeAddress, newAttempt, obtainCode } from '../../packages/identity/testing/program-flow.ts'
import { type AnswerChecks, answerChecks } from './answer-checks.ts'
import { endpointsOf } from './document.ts'
import { type IdentityStage, openIdentityStage } from './identity-stage.ts'

const REGISTER = '/api/v1/accounts/register/'
const RECOVER = '/api/v1/accounts/recover/'
const INTROSPECT = '/api/integrations/introspect/'
const ENDED = '/api/integrations/ended/'

/** The answer of a distributed database, which these tests do not have. */
const NEEDS_CITUS = 'hearEnded 404'

let stage: IdentityStage
let checks: AnswerChecks

beforeAll(async () => {
  stage = await openIdentityStage()
  checks = answerChecks(stage.document)
})
afterAll(() => stage?.close())

/** Sends a request. The answer must be as the document describes this status. */
async function expectAnswer(
  status: number,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const answer = await fetch(stage.service.baseUrl + path, { method, redirect: 'manual', ...init })
  const copy = answer.clone()
  expect(await checks.faultsOf(method, path, answer)).toEqual([])
  expect(copy.status, `${method} ${path}`).toBe(status)
  return copy
}

const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const form = (fields: Record<string, string>, authorization = stage.program.basic): RequestInit => ({
  headers: authorization === '' ? {} : { authorization },
  body: new URLSearchParams(fields),
})
const asClient = (authorization = stage.program.basic): RequestInit => ({ headers: { authorization } })
const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } })

/** Two of a header that may come only once: the service refuses such a request before any endpoint reads it. */
function sendUnreadable(method: string, path: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(
      stage.service.baseUrl + path,
      { method, headers: ['Authorization', 'x', 'Authorization', 'x', 'Content-Length', '0', 'Host', 'x'] },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          )
          resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 0, headers }))
        })
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

async function askForLinks() {
  const someone = { full_name: 'Ana', email: 'ana@example.test' }
  for (const [path, body] of [
    [REGISTER, someone],
    [RECOVER, { email: someone.email }],
  ] as const) {
    await expectAnswer(202, 'POST', path, json(body))
    await expectAnswer(400, 'POST', path, json('{'))
    await expectAnswer(400, 'POST', path, json({ email: 'x', role: 1 }))
    for (let at = 0; at < 2; at += 1) await expectAnswer(202, 'POST', path, json(body))
    await expectAnswer(429, 'POST', path, json(body))
  }
}

async function authorize() {
  const { service, program } = stage
  const address = authorizeAddress(newAttempt(program))
  const asForm = (headers: Record<string, string> = {}) => ({
    headers,
    body: new URL(address, 'http://x').searchParams,
  })
  await expectAnswer(302, 'GET', address)
  await expectAnswer(302, 'POST', '/o/authorize/', asForm())
  await expectAnswer(303, 'POST', '/o/authorize/', asForm({ 'sec-fetch-site': 'cross-site' }))
  await expectAnswer(400, 'POST', '/o/authorize/', form({ client_id: 'x' }, ''))
  await expectAnswer(400, 'GET', '/o/authorize/?client_id=x')
  const statuses: [number, { emailVerified?: boolean }][] = [
    [200, {}],
    [403, { emailVerified: false }],
  ]
  for (const [status, changes] of statuses) {
    const browser = service.browser()
    await signIn(browser, await addCitizen(service, changes))
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await expectAnswer(status, 'GET', address, { headers: { cookie } })
    await expectAnswer(status, 'POST', '/o/authorize/', asForm({ cookie }))
  }
}

async function issueTokens() {
  const { service, program, entered } = stage
  const attempt = newAttempt(program)
  const code = await obtainCode(entered.browser, attempt)
  const trade = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: program.redirectUri,
    code_verifier: attempt.verifier,
  }
  const { refresh_token } = (await (await expectAnswer(200, 'POST', '/o/token/', form(trade))).json()) as {
    refresh_token: string
  }
  await expectAnswer(200, 'POST', '/o/token/', form({ grant_type: 'refresh_token', refresh_token }))
  await expectAnswer(400, 'POST', '/o/token/', form(trade))
  await expectAnswer(401, 'POST', '/o/token/', form(trade, ''))
  const limited = await addProgram(service, { tokenLimitPerMinute: 1, introspectionLimitPerMinute: 1 })
  await expectAnswer(400, 'POST', '/o/token/', form(trade, limited.basic))
  await expectAnswer(429, 'POST', '/o/token/', form(trade, limited.basic))
  await expectAnswer(200, 'POST', INTROSPECT, form({ token: 'x' }, limited.basic))
  await expectAnswer(429, 'POST', INTROSPECT, form({ token: 'x' }, limited.basic))
  await expectAnswer(200, 'GET', ENDED, asClient(limited.basic))
  await expectAnswer(429, 'GET', ENDED, asClient(limited.basic))
}

async function useTokens() {
  const { access_token: token } = stage.entered.tokens
  expect(await (await expectAnswer(200, 'POST', INTROSPECT, form({ token }))).json()).toMatchObject({
    active: true,
  })
  for (const path of [INTROSPECT, '/o/revoke/']) {
    await expectAnswer(200, 'POST', path, form({ token: 'unknown' }))
    await expectAnswer(400, 'POST', path, form({}))
    await expectAnswer(401, 'POST', path, form({ token }, ''))
  }
  await expectAnswer(400, 'GET', `${ENDED}?since=a&since=b`, asClient())
  await expectAnswer(401, 'GET', ENDED)
  for (const method of ['GET', 'POST']) {
    await expectAnswer(200, method, '/o/userinfo/', bearer(token))
    await expectAnswer(401, method, '/o/userinfo/')
    await expectAnswer(401, method, '/o/userinfo/', bearer('x'))
  }
}

async function readAbout() {
  for (const path of ['/api/health/', '/.well-known/openid-configuration', '/o/.well-known/jwks.json'])
    await expectAnswer(200, 'GET', path)
  const etag = (await expectAnswer(200, 'GET', '/api/openapi.json')).headers.get('etag') ?? ''
  await expectAnswer(304, 'GET', '/api/openapi.json', { headers: { 'if-none-match': `W/"old", W/${etag}` } })
}

/** A request that needs the database, for each operation that may fail. */
function needsDatabase(): readonly (readonly [string, string, RequestInit])[] {
  const refresh = { grant_type: 'refresh_token', refresh_token: stage.entered.tokens.refresh_token }
  const { access_token: token } = stage.entered.tokens
  return [
    ['POST', REGISTER, json({ full_name: 'Bo', email: 'bo@example.test' })],
    ['POST', RECOVER, json({ email: 'bo@example.test' })],
    ['GET', '/o/authorize/?client_id=unknown', {}],
    ['POST', '/o/authorize/', form({ client_id: 'unknown' }, '')],
    ['POST', '/o/token/', form(refresh)],
    ['POST', INTROSPECT, form({ token })],
    ['POST', '/o/revoke/', form({ token })],
    ['GET', ENDED, asClient()],
    ['GET', '/o/userinfo/', bearer(token)],
    ['POST', '/o/userinfo/', bearer(token)],
  ]
}

// proves: document-answers-as-described
test('every answer that the document describes comes, and is as described', async () => {
  await readAbout()
  await askForLinks()
  await authorize()
  await issueTokens()
  await useTokens()
  for (const [mood, status] of [
    ['away', 503],
    ['broken', 500],
  ] as const) {
    stage.setMood(mood)
    for (const [method, path, init] of needsDatabase()) await expectAnswer(status, method, path, init)
    stage.setMood('well')
  }
  for (const { method, path } of endpointsOf(stage.document)) {
    const answer = await sendUnreadable(method, path)
    expect(answer.status).toBe(400)
    expect(await checks.faultsOf(method, path, answer)).toEqual([])
  }
  for (const [method, path, init] of [
    ['GET', '/o/authorize/', {}],
    ['POST', '/o/token/', form({})],
    ['GET', '/api/openapi.json', {}],
    ['GET', ENDED, asClient()],
  ] as const)
    await expectAnswer(431, method, `${path}?long=${'x'.repeat(34_000)}`, init)
  expect(checks.missing()).toEqual([NEEDS_CITUS])
})

// proves: document-complete
test('every route is a page or is described', () => {
  const described = endpointsOf(stage.document).map(({ method, path }) => `${method} ${path}`)
  const others = stage.service.service.routes.filter(({ audience }) => audience !== 'page')
  expect(
    others.map(({ method, path }) => `${method} ${path}`).filter((one) => !described.includes(one)),
  ).toEqual([])
  expect(described).toContain('GET /o/authorize/')
})
