import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '../../packages/gate/testing/app-of.ts'
import type { EchoBackEnd } from '../../packages/gate/testing/echo-back-end.ts'
import { type Asked, type GateStage, verifyIdentity } from '../../packages/gate/testing/gate-stage.ts'
import { until } from '../kit/until.ts'
import { type FrontStage, openFrontStage, TOOLS } from './front-stage.ts'
import { FRONTS, HOST } from './gate-front.ts'

/** The reference files of the proxies that ask the gate, with the real proxies, a real gate and a back end. */

const BASE = `https://${HOST}`
const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const SCRIPT = {
  accept: '*/*',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  'sec-fetch-site': 'same-origin',
}
const FOREIGN = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
const OWN = { origin: BASE, 'sec-fetch-site': 'same-origin' }
const SOCKET = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }

// proves: program-gate-stripped-headers, program-gate-codes, program-gate-cross-site, program-gate-signed-identity
describe.each(FRONTS)('$name', (front) => {
  const tool = TOOLS[front.name]
  const title = (name: string) => (tool ? name : `${name} (${front.name} is missing)`)
  let running: FrontStage
  let stage: GateStage
  let backEnd: EchoBackEnd
  let subject: string

  const ask = (asked: Asked) => running.ask(asked)
  const asCitizen = (path: string, asked: Omit<Asked, 'path'> = {}) =>
    ask({ path, ...asked, headers: { ...stage.browser.headers(), ...asked.headers } })
  /** Sends a request that must not reach the back end. */
  const refused = async (asked: Asked) => {
    const before = backEnd.arrived.length
    const answered = await ask(asked)
    expect(backEnd.arrived).toHaveLength(before)
    return answered
  }

  beforeAll(async () => {
    if (!tool) return
    running = await openFrontStage(front, tool, {
      GATE_CHECK_SECONDS: '1',
      GATE_PLAIN_HEADERS: 'subject,name',
      GATE_PROBLEM_PAGE: '/sign-in-problem',
    })
    stage = running.gate
    backEnd = running.backEnd
    subject = await stage.signIn()
  })
  afterAll(() => running?.close())

  test.skipIf(!tool)(
    title('passes a citizen on, with an identity that the published keys verify'),
    async () => {
      const answered = await asCitizen('/permits?page=2')
      expect(answered.status).toBe(200)
      expect(backEnd.arrived.at(-1)).toMatchObject({ method: 'GET', url: '/permits?page=2' })
      const [token = '', another] = backEnd.valuesOf('x-portico-identity')
      const payload = await verifyIdentity(stage, token)
      expect([payload.sub, another]).toEqual([subject, undefined])
      expect(backEnd.valuesOf('x-portico-subject')).toEqual([subject])
      expect(decodeURIComponent(backEnd.valuesOf('x-portico-name')[0] ?? '')).toBe('Ana Žižka')
    },
  )

  test
    .skipIf(!tool)
    .each([
      'X-Portico-Subject',
      'x-portico-subject',
      'X_Portico_Subject',
      'X-Portico_Subject',
      'X_PORTICO-Subject',
      'X-Portico-Identity',
      'X_Portico_Identity',
      'X-Portico-Email',
      'X-Portico-Account',
      'X_Portico_Email',
    ])(title('lets nobody speak for the gate with %s'), async (name) => {
    for (const extra of [{}, { connection: `close, ${name}` }]) {
      await asCitizen('/permits', { headers: { [name]: ['forged', 'forged again'], ...extra } })
      const seen = backEnd.valuesOf(name)
      expect(seen.join()).not.toContain('forged')
      expect(seen.length).toBeLessThan(2)
      expect(backEnd.valuesOf('x-portico-subject')).toEqual([subject])
    }
  })

  test.skipIf(!tool)(title('shows the page for problems to a visitor, who speaks for nobody'), async () => {
    const names = ['Identity', 'Subject', 'Account', 'Name', 'Email'].map((one) => `X-Portico-${one}`)
    const forged = Object.fromEntries(names.map((name) => [name, 'forged']))
    for (const extra of [{}, { connection: `close, ${names.join(', ')}` }]) {
      const path = '/sign-in-problem?sso_error=cancelled'
      expect((await ask({ path, headers: { ...PAGE, ...forged, ...extra } })).status).toBe(200)
      expect(backEnd.arrived.at(-1)?.url).toBe(path)
      expect(backEnd.arrived.at(-1)?.rawHeaders.join()).not.toContain('forged')
    }
  })

  test.skipIf(!tool).each(['SCRIPT_NAME', 'X_HTTP_Method_Override', 'X_Own'])(
    title('passes no %s on, which back ends read as another name'),
    async (name) => {
      const before = backEnd.arrived.length
      await asCitizen('/permits', { headers: { ...OWN, [name]: '/permits' } })
      const seen = backEnd.arrived.slice(before).flatMap(({ rawHeaders }) => rawHeaders)
      expect(seen.map((one) => one.toLowerCase())).not.toContain(name.toLowerCase())
    },
  )

  test.skipIf(!tool)(
    title('names no other host to the back end, whatever the request line says'),
    async () => {
      const before = backEnd.arrived.length
      await asCitizen('https://evil.example/permits')
      const seen = backEnd.arrived.slice(before).flatMap(({ rawHeaders }) => rawHeaders)
      expect(seen.join('\n')).not.toContain('evil.example')
    },
  )

  test.skipIf(!tool)(
    title('keeps the cookie of the gate from the back end, and passes the others on'),
    async () => {
      const own = stage.browser.headers()['cookie'] ?? ''
      // The secrets of sign-ins that have begun in other tabs.
      const begun = '__Host-portico-login-abc=x; __Host-portico-login-def=y'
      const large = `large=${'x'.repeat(7_000)}`
      const others = ['', 'a=1', 'a=1; b=2', large]
      for (const cookie of others.flatMap((other) =>
        [
          `${other}; ${own}`,
          `${own}; ${other}`,
          `${begun}; ${other}; ${own}`,
          `${own}; ${begun}; ${other}`,
        ].map((line) => [line.replace(/^; |; $/g, '').replace('; ; ', '; '), other] as const),
      )) {
        expect((await asCitizen('/permits', { headers: { cookie: cookie[0] } })).status).toBe(200)
        const seen = backEnd.valuesOf('cookie').join()
        expect(seen.replace(/;\s*$/, '')).toBe(cookie[1])
      }
    },
  )

  test.skipIf(!tool)(
    title('redirects a page without a session to sign in, and back to the same address'),
    async () => {
      const answered = await refused({ path: '/permits?page=2', headers: PAGE })
      expect([answered.status, answered.headers.get('location')]).toEqual([
        303,
        `${BASE}/api/v1/sso/login?return_to=%2Fpermits%3Fpage%3D2`,
      ])
    },
  )

  test.skipIf(!tool).each([
    ['a script without a session', { path: '/permits', headers: SCRIPT }, '401 missing_token'],
    [
      'a form without a session',
      { method: 'POST', path: '/permits', headers: PAGE, body: 'a=1' },
      '401 missing_token',
    ],
  ])(title('%s gets 401'), async (_what, asked, expected) => {
    expect(codeOf(await refused(asked))).toBe(expected)
  })

  test.skipIf(!tool).each([
    ['POST', FOREIGN],
    ['DELETE', FOREIGN],
    ['POST', {}],
    ['POST', { ...FOREIGN, 'x-original-method': 'GET', 'x-forwarded-method': 'GET' }],
    ['POST', { ...FOREIGN, 'X-Original-Method': 'GET', 'X-Original-URI': '/', 'X-Forwarded-Uri': '/' }],
    ['GET', { ...FOREIGN, ...SOCKET, connection: 'Upgrade', upgrade: 'websocket' }],
    ['GET', { ...SOCKET, connection: 'Upgrade', upgrade: 'websocket' }],
  ])(title('%s from another site is nobody: %o'), async (method, headers) => {
    const answered = await refused({
      method,
      path: '/permits',
      headers: { ...stage.browser.headers(), ...headers },
    })
    expect(codeOf(answered)).toBe('401 cross_site_request')
  })

  test.skipIf(!tool)(title('passes a form of an own page on, with its whole body'), async () => {
    const body = 'x'.repeat(200_000)
    expect((await asCitizen('/permits', { method: 'POST', headers: OWN, body })).status).toBe(200)
    expect(backEnd.arrived.at(-1)).toMatchObject({ method: 'POST', bodyBytes: body.length })
  })

  test.skipIf(!tool)(title('leaves 401 and 503 of the back end as they are'), async () => {
    expect(await asCitizen('/own-401')).toMatchObject({ status: 401, body: 'back end' })
    const answered = await asCitizen('/own-503')
    expect([answered.status, answered.body, answered.headers.get('retry-after')]).toEqual([
      503,
      'back end',
      '77',
    ])
  })

  test
    .skipIf(!tool)
    .each(['/gate/auth', '/gate/refusal', '/gate/optional', '/gate/jwks.json', '/gate/auth/'])(
    title('does not let a visitor ask the gate at %s'),
    async (path) => {
      const lies = { 'x-original-method': 'GET', 'x-original-uri': '/', 'x-original-host': HOST }
      const forwarded = { 'x-forwarded-method': 'GET', 'x-forwarded-uri': '/', 'x-forwarded-host': HOST }
      const answered = await asCitizen(path, { headers: { ...lies, ...forwarded } })
      expect(answered.headers.get('x-portico-identity')).toBeNull()
      expect((await ask({ path, headers: { ...lies, ...forwarded } })).status).not.toBe(200)
    },
  )

  test.skipIf(!tool)(title('asks the gate again for each request'), async () => {
    expect((await asCitizen('/permits')).status).toBe(200)
    expect(
      (await refused({ path: '/permits', headers: { ...SCRIPT, cookie: '__Host-portico=x' } })).status,
    ).toBe(401)
    expect((await asCitizen('/permits')).headers.get('x-portico-identity')).toBeNull()
  })

  test.skipIf(!tool)(
    title('answers 503 with Retry-After during an outage, and lets the same cookie in afterwards'),
    async () => {
      stage.served.identity.outage('500')
      const answered = await until('the check is too old', async () => {
        const one = await asCitizen('/permits', { headers: SCRIPT })
        return one.status === 200 ? undefined : one
      })
      expect(codeOf(answered)).toBe('503 identity_unavailable')
      expect(answered.headers.get('retry-after')).toMatch(/^\d+$/)
      const page = await refused({ path: '/permits', headers: { ...stage.browser.headers(), ...PAGE } })
      expect([page.status, page.headers.get('location')]).toEqual([503, null])
      expect(page.headers.get('retry-after')).toMatch(/^\d+$/)
      stage.served.identity.outage('off')
      await until('it works again', async () =>
        (await asCitizen('/permits')).status === 200 ? true : undefined,
      )
    },
  )

  test.skipIf(!tool)(title('answers 401 after the central session has ended'), async () => {
    stage.served.identity.endCentralSession(subject)
    await until('the session has ended', async () =>
      (await asCitizen('/permits')).status === 401 ? true : undefined,
    )
    expect(
      codeOf(await refused({ path: '/permits', headers: { ...stage.browser.headers(), ...SCRIPT } })),
    ).toBe('401 session_ended')
    subject = await stage.signIn()
    expect((await asCitizen('/permits')).status).toBe(200)
  })

  test.skipIf(!tool)(title('lets nobody through while the gate is away, and signs nobody out'), async () => {
    await stage.gate.close()
    const code = 'one-use-code-of-a-sign-in'
    expect((await ask({ path: `/api/v1/sso/callback/?code=${code}&state=x` })).status).toBeGreaterThan(500)
    // Caddy writes down which request it could not pass on.
    const logs =
      front.name === 'caddy'
        ? []
        : ['access.log', 'error.log']
            .map((name) => join(running.folder, name))
            .filter((one) => existsSync(one))
    expect(logs.map((one) => readFileSync(one, 'utf8')).join()).not.toContain(code)
    for (const headers of [PAGE, SCRIPT]) {
      const answered = await refused({
        path: '/permits',
        headers: { ...stage.browser.headers(), ...headers },
      })
      expect(answered.status).toBeGreaterThanOrEqual(500)
      if (front.name === 'nginx')
        expect([answered.status, answered.headers.get('retry-after')]).toEqual([503, '5'])
    }
  })
})
