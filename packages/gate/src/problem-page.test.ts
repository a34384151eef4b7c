import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackEnd, startBackEnd } from '../testing/back-end.ts'
import { type EchoBackEnd, startEcho } from '../testing/echo-back-end.ts'
import { type Asked, type GateStage, openStage } from '../testing/gate-stage.ts'

const HOST = 'permits.example.test'
const BASE = `https://${HOST}`
const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const PROBLEM = '/sign-in-problem?lang=en'

let hooks: BackEnd
let backEnd: EchoBackEnd
beforeAll(async () => {
  hooks = await startBackEnd()
  backEnd = await startEcho()
})
afterAll(async () => {
  await hooks.close()
  await backEnd.close()
})

/** How a page is asked for at each kind of gate. */
const KINDS: Readonly<
  Record<string, { settings: () => Record<string, string>; ask: (url: string, method: string) => Asked }>
> = {
  'the proxy': {
    settings: () => ({ GATE_UPSTREAM: `http://127.0.0.1:${backEnd.port}` }),
    ask: (path, method) => ({ method, path, headers: { host: HOST, ...PAGE } }),
  },
  'asked by Caddy': {
    settings: () => ({ GATE_PROXY: 'caddy' }),
    ask: (url, method) => ({
      path: '/gate/auth',
      headers: { ...PAGE, 'x-forwarded-method': method, 'x-forwarded-uri': url, 'x-forwarded-host': HOST },
    }),
  },
}

// proves: program-gate-codes
describe.each(Object.entries(KINDS))('a gate that is %s', (_kind, { settings, ask }) => {
  let stage: GateStage
  beforeAll(async () => {
    stage = await openStage({
      ...{
        GATE_HOOKS_URL: hooks.url,
        GATE_HOOKS_SECRET: hooks.secret,
        GATE_OLD_SESSION_COOKIES: 'sessionid',
      },
      ...{ GATE_PROBLEM_PAGE: PROBLEM, GATE_RECENT_SIGN_IN_PATHS: '/pay=10', ...settings() },
    })
  })
  afterAll(() => stage.close())

  test('shows the page for problems to a citizen with an old account, and does not ask for a sign-in there', async () => {
    hooks.accounts.set('1', {
      id: '1',
      name: 'Ana',
      email: 'ana@example.test',
      subject: null,
      hasPassword: true,
    })
    const begun = await stage.browser.open('/api/v1/sso/login?return_to=/permits')
    const { subject } = stage.served.identity.addCitizen({ email: 'ana@example.test' })
    const callback = await stage.served.identity.authorize(begun.headers.get('location') ?? '', { subject })
    const landed = await stage.browser.open(callback, { 'sec-fetch-site': 'cross-site' })
    const location = landed.headers.get('location') ?? ''
    expect(location).toBe(`${BASE}${PROBLEM}&sso_error=existing_account&return_to=%2Fpermits`)
    const shown = await stage.ask(ask(location.slice(BASE.length), 'GET'))
    expect([shown.status, shown.headers.get('x-portico-identity')]).toEqual([200, null])
  })

  test.each(['?code=one-use&state=x', `?code=one-use&state=${'A'.repeat(43)}`])(
    'leads a callback that nobody knows to a page whose address has no code: %s',
    async (query) => {
      const led = await stage.browser.open(`/api/v1/sso/callback/${query}`)
      expect([led.status, led.headers.get('location')]).toEqual([303, `${BASE}/api/v1/sso/callback/`])
      const page = await stage.browser.open('/api/v1/sso/callback/', { 'accept-language': 'de' })
      expect(page.status).toBe(400)
      expect(await page.text()).toContain('lang="de"')
    },
  )

  test.each([
    ['&ui_locales=ar%20de', 'ar de'],
    ['&ui_locales=fr-CA', 'fr-CA'],
    ['', null],
    ['&ui_locales=', null],
    ['&ui_locales=ar&ui_locales=de', null],
    ['&ui_locales=%22%3E%3Cb%3E', null],
    ['&ui_locales=ar%26prompt%3Dnone', null],
  ])('takes the languages of a link along: %s', async (query, sent) => {
    const begun = await stage.browser.open(`/api/v1/sso/login?return_to=/permits${query}`)
    const asked = new URL(begun.headers.get('location') ?? '').searchParams
    expect([asked.get('ui_locales'), asked.get('prompt')]).toEqual([sent, null])
  })

  test.each([
    ['/permits', 'GET'],
    ['/sign-in-problem/', 'GET'],
    ['/sign-in-problem/x', 'GET'],
    ['/sign-in-problem2', 'GET'],
    ['/Sign-in-problem', 'GET'],
    ['/x/../sign-in-problem', 'GET'],
    ['/sign-in-problem', 'POST'],
  ])('opens nothing else: %s by %s', async (url, method) => {
    const answered = await stage.ask(ask(url, method))
    expect(answered.status).toBe(method === 'GET' ? 303 : 401)
  })
})
