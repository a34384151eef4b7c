import { addCitizen, addProgram, signIn } from '../../packages/identity/testing/people.ts'
import { authorizeAddress, newAttempt, obtainCode } from '../../packages/identity/testing/program-flow.ts'
import { endpointsOf } from './document.ts'
import { type Exchange, exchangeWith, type Sent } from './exchanges.ts'
import type { IdentityStage } from './identity-stage.ts'

const REGISTER = '/api/v1/accounts/register/'
const RECOVER = '/api/v1/accounts/recover/'
const INTROSPECT = '/api/integrations/introspect/'
const ENDED = '/api/integrations/ended/'

/** What a test adds to a method and a path. */
interface Parts {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
}

/** An exchange, and the status that it must have. */
export interface WantedExchange extends Exchange {
  readonly wanted: number
}

/** Sends the requests that cause every answer of the document. */
interface Causing {
  readonly stage: IdentityStage
  /** Sends a request and keeps the exchange. */
  ask(wanted: number, method: string, path: string, parts?: Parts): Promise<Exchange['answer']>
  /** The body and the client of a form. */
  form(fields: Readonly<Record<string, string>>, authorization?: string): Parts
}

/** Causes every answer that the document of the identity service describes, in this order. */
export async function causeEveryAnswer(stage: IdentityStage): Promise<readonly WantedExchange[]> {
  const exchanges: WantedExchange[] = []
  const keep = async (wanted: number, sent: Sent) => {
    const exchange = await exchangeWith(stage.service.baseUrl, sent)
    exchanges.push({ wanted, ...exchange })
    return exchange.answer
  }
  const causing: Causing = {
    stage,
    ask: (wanted, method, path, { headers = {}, body } = {}) =>
      keep(wanted, { method, path, headers: Object.entries(headers), body }),
    form: (fields, authorization = stage.program.basic) => ({
      headers: authorization === '' ? {} : { authorization },
      body: new URLSearchParams(fields),
    }),
  }
  for (const cause of [readAbout, askForLinks, authorize, issueTokens, useTokens, limitClient])
    await cause(causing)
  for (const [mood, status] of [
    ['distributed', 404],
    ['away', 503],
    ['broken', 500],
  ] as const) {
    stage.setMood(mood)
    for (const [method, path, parts] of mood === 'distributed'
      ? ([['GET', ENDED, asClient(stage.program.basic)]] as const)
      : needsDatabase(causing))
      await causing.ask(status, method, path, parts)
    stage.setMood('well')
  }
  // The service refuses such a head before any endpoint reads it.
  const twice = [
    ['Authorization', 'x'],
    ['Authorization', 'x'],
  ] as const
  for (const { method, path } of endpointsOf(stage.document))
    await keep(400, { method, path, headers: twice })
  await sendLong(causing)
  return exchanges
}

const json = (body: unknown): Parts => ({
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})
const asClient = (authorization: string): Parts => ({ headers: { authorization } })
const bearer = (token: string): Parts => ({ headers: { authorization: `Bearer ${token}` } })

async function readAbout({ ask }: Causing) {
  for (const path of ['/api/health/', '/.well-known/openid-configuration', '/o/.well-known/jwks.json'])
    await ask(200, 'GET', path)
  const etag = (await ask(200, 'GET', '/api/openapi.json')).headers.get('etag') ?? ''
  await ask(304, 'GET', '/api/openapi.json', { headers: { 'if-none-match': etag } })
  await ask(304, 'GET', '/api/openapi.json', { headers: { 'if-none-match': `W/"old", W/${etag}` } })
}

async function askForLinks({ ask }: Causing) {
  const someone = { full_name: 'Ana', email: 'ana@example.test' }
  for (const [path, body] of [
    [REGISTER, someone],
    [RECOVER, { email: someone.email }],
  ] as const) {
    await ask(202, 'POST', path, json(body))
    await ask(400, 'POST', path, json('{'))
    await ask(400, 'POST', path, json({ email: 'x', role: 1 }))
    for (let at = 0; at < 2; at += 1) await ask(202, 'POST', path, json(body))
    await ask(429, 'POST', path, json(body))
  }
}

async function authorize({ stage: { service, program, entered }, ask, form }: Causing) {
  const address = authorizeAddress(newAttempt(program))
  const asForm = (headers: Record<string, string> = {}) => ({
    headers,
    body: new URL(address, 'http://x').searchParams,
  })
  await ask(302, 'GET', address)
  await ask(302, 'POST', '/o/authorize/', asForm())
  await ask(303, 'POST', '/o/authorize/', asForm({ 'sec-fetch-site': 'cross-site' }))
  await ask(400, 'POST', '/o/authorize/', form({ client_id: 'x' }, ''))
  await ask(400, 'GET', '/o/authorize/?client_id=x')
  const silent = newAttempt(program, { prompt: 'none' })
  const silentForm = new URLSearchParams(silent.parameters)
  await ask(302, 'GET', authorizeAddress(silent))
  await ask(302, 'POST', '/o/authorize/', { body: silentForm })
  const knows = { cookie: cookiesOf(entered.browser) }
  await ask(302, 'GET', authorizeAddress(silent), { headers: knows })
  await ask(302, 'POST', '/o/authorize/', { headers: knows, body: silentForm })
  const statuses: [number, { emailVerified?: boolean }][] = [
    [200, {}],
    [403, { emailVerified: false }],
  ]
  for (const [status, changes] of statuses) {
    const browser = service.browser()
    await signIn(browser, await addCitizen(service, changes))
    const cookie = cookiesOf(browser)
    await ask(status, 'GET', address, { headers: { cookie } })
    await ask(status, 'POST', '/o/authorize/', asForm({ cookie }))
  }
}

const cookiesOf = ({ cookies }: { readonly cookies: ReadonlyMap<string, string> }): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

async function issueTokens({ stage: { program, entered }, ask, form }: Causing) {
  const attempt = newAttempt(program, { scope: 'openid offline_access' })
  const trade = {
    grant_type: 'authorization_code',
    code: await obtainCode(entered.browser, attempt),
    redirect_uri: program.redirectUri,
    code_verifier: attempt.verifier,
  }
  const traded = JSON.parse((await ask(200, 'POST', '/o/token/', form(trade))).body)
  const refresh = { grant_type: 'refresh_token', refresh_token: String(traded.refresh_token) }
  await ask(400, 'POST', '/o/token/', form({ ...refresh, scope: 'openid other' }))
  await ask(200, 'POST', '/o/token/', form(refresh))
  await ask(400, 'POST', '/o/token/', form(trade))
  await ask(400, 'POST', '/o/token/', form({ grant_type: 'password', username: 'ana', password: 'x' }))
  await ask(400, 'POST', '/o/token/', form({ ...trade, code: '' }))
  await ask(401, 'POST', '/o/token/', form(trade, ''))
}

async function limitClient({ stage: { service, program }, ask, form }: Causing) {
  const { basic } = await addProgram(service, { tokenLimitPerMinute: 1, introspectionLimitPerMinute: 1 })
  const trade = {
    grant_type: 'authorization_code',
    code: `pac_${'x'.repeat(43)}`,
    redirect_uri: program.redirectUri,
    code_verifier: 'x'.repeat(43),
  }
  await ask(400, 'POST', '/o/token/', form(trade, basic))
  await ask(429, 'POST', '/o/token/', form(trade, basic))
  await ask(200, 'POST', INTROSPECT, form({ token: 'x' }, basic))
  await ask(429, 'POST', INTROSPECT, form({ token: 'x' }, basic))
  await ask(200, 'GET', ENDED, asClient(basic))
  await ask(429, 'GET', ENDED, asClient(basic))
}

async function useTokens({ stage: { program, entered }, ask, form }: Causing) {
  const { access_token: token } = entered.tokens
  await ask(200, 'POST', INTROSPECT, form({ token }))
  for (const path of [INTROSPECT, '/o/revoke/']) {
    await ask(200, 'POST', path, form({ token: 'unknown' }))
    await ask(400, 'POST', path, form({}))
    await ask(401, 'POST', path, form({ token }, ''))
  }
  await ask(400, 'GET', `${ENDED}?since=a&since=b`, asClient(program.basic))
  await ask(401, 'GET', ENDED)
  for (const method of ['GET', 'POST']) {
    await ask(200, method, '/o/userinfo/', bearer(token))
    await ask(401, method, '/o/userinfo/')
    await ask(401, method, '/o/userinfo/', bearer('x'))
  }
}

/** A request that needs the database, for each operation that may fail. */
function needsDatabase({ stage, form }: Causing): readonly (readonly [string, string, Parts])[] {
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
    ['GET', ENDED, asClient(stage.program.basic)],
    ['GET', '/o/userinfo/', bearer(token)],
    ['POST', '/o/userinfo/', bearer(token)],
  ]
}

/** More than the server reads of an address with its headers. */
async function sendLong({ stage, ask, form }: Causing) {
  for (const [method, path, parts] of [
    ['GET', '/o/authorize/', {}],
    ['POST', '/o/token/', form({})],
    ['GET', '/api/openapi.json', {}],
    ['GET', ENDED, asClient(stage.program.basic)],
  ] as const)
    await ask(431, method, `${path}?long=${'x'.repeat(34_000)}`, parts)
}
