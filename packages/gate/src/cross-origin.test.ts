import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP, appOf, codeOf, type TicketApp } from '../testing/app-of.ts'
import { type EchoBackEnd, startEcho } from '../testing/echo-back-end.ts'
import { type Answered, type Asked, type GateStage, openStage } from '../testing/gate-stage.ts'

/** Pages of an app on another origin than its API behind the gate. */

const HOST = 'permits.example.test'
const SETTINGS = { SSO_RETURN_URIS: `${APP}/signed-in https://${HOST}/signed-in`, GATE_CHECK_SECONDS: '1' }
const SCRIPT = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'cross-site' }
const PREFLIGHT = {
  ...SCRIPT,
  origin: APP,
  'access-control-request-method': 'PATCH',
  'access-control-request-headers': 'authorization,content-type,x-own',
}

/** What a browser reads of an answer before it lets a page read it. */
const corsOf = ({ headers }: Answered) => ({
  origin: headers.get('access-control-allow-origin'),
  credentials: headers.get('access-control-allow-credentials'),
  vary: headers.get('vary'),
})
const READABLE = { origin: APP, credentials: null, vary: 'Origin' }
const UNREADABLE = { ...READABLE, origin: null }

// proves: program-gate-cross-origin
describe('a gate that is the proxy', () => {
  let stage: GateStage
  let backEnd: EchoBackEnd
  let app: TicketApp
  const ask = (asked: Asked) => stage.ask({ ...asked, headers: { host: HOST, ...asked.headers } })
  const asApp = (path: string, headers: Record<string, string> = {}, origin = APP) =>
    ask({ path, headers: { ...SCRIPT, origin, authorization: `Bearer ${app.bearer}`, ...headers } })

  beforeAll(async () => {
    backEnd = await startEcho()
    stage = await openStage({
      ...SETTINGS,
      GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`,
      GATE_UPSTREAM_PATHS: '/away=http://127.0.0.1:1',
      GATE_PUBLIC_PATHS: '/public/*',
      GATE_RECENT_SIGN_IN_PATHS: '/pay=10+passkey',
    })
    app = await appOf(stage)
  })
  afterAll(async () => {
    await stage.close()
    await backEnd.close()
  })

  test.each(['/permits', '/public/news', '/pay'])(
    'answers a preflight of the app for %s itself, before the guard',
    async (path) => {
      const before = backEnd.arrived.length
      const answered = await ask({ method: 'OPTIONS', path, headers: PREFLIGHT })
      expect([answered.status, answered.body, corsOf(answered)]).toEqual([204, '', READABLE])
      expect(answered.headers.get('access-control-allow-methods')).toBe('PATCH')
      expect(answered.headers.get('access-control-allow-headers')).toBe('authorization,content-type,x-own')
      expect(answered.headers.get('access-control-max-age')).toBe('600')
      expect(backEnd.arrived).toHaveLength(before)
    },
  )

  test.each([
    ['another origin', { ...PREFLIGHT, origin: 'https://evil.example' }],
    ['no origin that a page has', { ...PREFLIGHT, origin: 'null' }],
    ['another spelling of the origin', { ...PREFLIGHT, origin: APP.toUpperCase() }],
    ['a plain OPTIONS', { origin: 'https://evil.example' }],
  ])('gives nothing to %s', async (_what, headers) => {
    const answered = await ask({ method: 'OPTIONS', path: '/permits', headers })
    expect([codeOf(answered), corsOf(answered)]).toEqual(['401 missing_token', UNREADABLE])
    expect(answered.headers.get('access-control-allow-methods')).toBeNull()
  })

  test('an OPTIONS of the app that is no preflight is guarded as any request', async () => {
    const answered = await ask({ method: 'OPTIONS', path: '/permits', headers: { ...SCRIPT, origin: APP } })
    expect([codeOf(answered), corsOf(answered)]).toEqual(['401 missing_token', READABLE])
  })

  test.each([
    ['/permits', { authorization: 'Bearer ppa_x' }, '401 wrong_token_type'],
    ['/pay', {}, '401 insufficient_user_authentication'],
    ['/away', {}, '502 back_end_away'],
    ['/permits', { host: 'evil.example' }, '421 other_host'],
  ])('the app can read why %s is refused: %o', async (path, headers, code) => {
    const answered = await asApp(path, headers)
    expect([codeOf(answered), corsOf(answered)]).toEqual([code, READABLE])
    expect(answered.headers.get('access-control-expose-headers')).toBe('Retry-After, WWW-Authenticate')
    expect(corsOf(await asApp(path, headers, 'https://evil.example'))).toEqual(UNREADABLE)
  })

  test('the app can read an outage', async () => {
    stage.served.identity.outage('500')
    await expect.poll(async () => codeOf(await asApp('/permits'))).toBe('503 identity_unavailable')
    expect(corsOf(await asApp('/permits'))).toEqual(READABLE)
    stage.served.identity.outage('off')
    await expect.poll(async () => codeOf(await asApp('/permits'))).toBe('200')
  })

  test('the app can read an answer of a back end that knows nothing of it', async () => {
    for (const path of ['/permits', '/public/news', '/own-401']) {
      expect(corsOf(await asApp(path))).toEqual(READABLE)
      expect(corsOf(await asApp(path, {}, 'https://evil.example'))).toEqual(UNREADABLE)
    }
    // The same answer could be kept for the app.
    expect((await ask({ path: '/public/news' })).headers.get('vary')).toBe('Origin')
    expect((await asApp('/public/own-vary')).headers.get('vary')).toBe('Accept, Origin')
  })

  test('what the back end says of other origins is left as it is, and never gets credentials with our origin', async () => {
    const own = await asApp('/public/own-cors')
    expect(corsOf(own)).toMatchObject({ origin: 'https://other.example', credentials: 'true' })
    expect(own.headers.get('access-control-expose-headers')).toBe('X-Own')
    expect(corsOf(await asApp('/public/own-credentials'))).toMatchObject({
      origin: null,
      credentials: 'true',
    })
  })
})

// proves: program-gate-cross-origin
test('a gate without apps of other origins, or with GATE_CORS=no, leaves preflights to the guard and the back end', async () => {
  const backEnd = await startEcho()
  for (const changes of [
    { SSO_RETURN_URIS: `https://${HOST}/signed-in` },
    { ...SETTINGS, GATE_CORS: 'no' },
  ]) {
    const stage = await openStage({
      ...{ GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}`, GATE_PUBLIC_PATHS: '/public/*' },
      ...changes,
    })
    const headers = { ...PREFLIGHT, host: HOST }
    const guarded = await stage.ask({ method: 'OPTIONS', path: '/permits', headers })
    expect([codeOf(guarded), corsOf(guarded)]).toEqual(['401 missing_token', { ...UNREADABLE, vary: null }])
    const open = await stage.ask({ method: 'OPTIONS', path: '/public/news', headers })
    expect([open.status, corsOf(open)]).toEqual([200, { ...UNREADABLE, vary: null }])
    await stage.close()
  }
  await backEnd.close()
})

/** How each proxy asks about a request, and how it sends one on to the gate. */
const QUESTIONS: Readonly<Record<string, (method: string, headers: Record<string, string>) => Asked>> = {
  nginx: (method, headers) => told('x-original', method, headers),
  traefik: (method, headers) => told('x-forwarded', method, headers),
  caddy: (method, headers) => told('x-forwarded', method, headers),
  envoy: (method, headers) => ({
    method,
    path: '/gate/ext-authz/permits',
    headers: { host: HOST, ...headers },
  }),
}
function told(family: string, method: string, headers: Record<string, string>): Asked {
  const names = { [`${family}-method`]: method, [`${family}-uri`]: '/permits', [`${family}-host`]: HOST }
  return { path: '/gate/auth', headers: { ...names, ...headers } }
}

// proves: program-gate-cross-origin
describe.each(Object.entries(QUESTIONS))('asked by %s', (proxy, question) => {
  let stage: GateStage
  beforeAll(async () => {
    stage = await openStage({ ...SETTINGS, GATE_PROXY: proxy })
  })
  afterAll(() => stage.close())

  /** nginx asks for the answer in a second step. */
  const refusalOf = async (asked: Asked) => {
    const answered = await stage.ask(asked)
    if (proxy !== 'nginx') return answered
    expect(answered.status).toBe(401)
    const refusal = { 'x-portico-refusal': answered.headers.get('x-portico-refusal') ?? '' }
    return stage.ask({ ...asked, path: '/gate/refusal', headers: { ...asked.headers, ...refusal } })
  }

  test('a refusal can be read by the app, and by no other origin', async () => {
    const answered = await refusalOf(question('POST', { ...SCRIPT, origin: APP }))
    expect([codeOf(answered), corsOf(answered)]).toEqual(['401 missing_token', READABLE])
    const other = await refusalOf(question('POST', { ...SCRIPT, origin: 'https://evil.example' }))
    expect(corsOf(other)).toEqual(UNREADABLE)
  })

  test('a preflight of the app is let through to no back end', async () => {
    const answered = await refusalOf(question('OPTIONS', PREFLIGHT))
    // Caddy and Traefik pass every 2xx on. So they send a preflight to the gate, and do not ask about it.
    const isSent = proxy === 'caddy' || proxy === 'traefik'
    expect(answered.status).toBe(isSent ? 401 : 204)
    expect(corsOf(answered)).toEqual(READABLE)
  })

  test.each(['/permits', '/gate/auth'])('a preflight that is sent to the gate at %s', async (path) => {
    const lies = { 'x-forwarded-method': 'GET', 'x-forwarded-uri': '/', 'x-forwarded-host': HOST }
    const headers = { ...lies, ...PREFLIGHT }
    const answered = await stage.ask({ method: 'OPTIONS', path, headers })
    expect([answered.status, corsOf(answered)]).toEqual([204, READABLE])
    const foreign = { ...headers, origin: 'https://evil.example' }
    const other = await stage.ask({ method: 'OPTIONS', path, headers: foreign })
    expect(other.status).toBeGreaterThanOrEqual(400)
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
  })
})
