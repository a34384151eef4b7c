import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP, appOf, codeOf } from '../../testing/app-of.ts'
import { type GateStage, openStage } from '../../testing/gate-stage.ts'

const HOST = 'permits.example.test'
const SETTINGS = {
  GATE_PROXY: 'nginx',
  GATE_CHECK_SECONDS: '1',
  SSO_RETURN_URIS: `${APP}/signed-in`,
  GATE_TICKET_PATHS: '/files/* /pay',
  GATE_RECENT_SIGN_IN_PATHS: '/pay=10',
}

// proves: program-gate-codes, program-gate-tickets
describe('nginx, which asks for a refusal after it has asked for a citizen', () => {
  let stage: GateStage
  beforeAll(async () => {
    stage = await openStage(SETTINGS)
  })
  afterAll(() => stage.close())

  const question = (url: string) => ({
    'x-original-method': 'GET',
    'x-original-uri': url,
    'x-original-host': HOST,
  })
  const ask = (url: string, headers: Record<string, string> = {}) =>
    stage.ask({ path: '/gate/auth', headers: { ...question(url), ...headers } })
  const refusalOf = (url: string, told: string | readonly string[], headers: Record<string, string> = {}) =>
    stage.ask({
      path: '/gate/refusal',
      headers: { ...question(url), ...headers, 'x-portico-refusal': told },
    })
  /** Asks as nginx does: it tells the second time what it was told the first time. */
  const askTwice = async (url: string) => {
    const first = await ask(url)
    return first.status === 401 ? refusalOf(url, first.headers.get('x-portico-refusal') ?? '') : first
  }

  test('a ticket of a session with an old sign-in is told so, and not that it was used', async () => {
    const app = await appOf(stage, ({ claims, keys }) =>
      keys.sign({ ...claims, auth_time: Number(claims['iat']) - 3600 }),
    )
    const answered = await askTwice(await app.withTicket('/pay'))
    expect(codeOf(answered)).toBe('401 insufficient_user_authentication')
    expect(answered.headers.get('www-authenticate')).toContain('max_age="570"')
  })

  test('a used ticket stays 401', async () => {
    const url = await (await appOf(stage)).withTicket('/files/a')
    expect((await askTwice(url)).status).toBe(200)
    expect(codeOf(await askTwice(url))).toBe('401 ticket_invalid')
  })

  test.each([
    'not_found',
    'throttled 5',
    'constructor',
    'identity_unavailable',
    'identity_unavailable -1',
    'missing_token, missing_token',
    ['missing_token', 'session_ended'],
  ])('what the gate has not said (%j) counts for nothing: it looks at the session', async (told) => {
    await stage.signIn()
    const answered = await refusalOf('/permits', told, { cookie: 'x=1' })
    expect(codeOf(answered)).toBe('401 missing_token')
    expect((await refusalOf('/permits', told, stage.browser.headers())).status).toBe(503)
  })

  test('a refusal that a visitor makes up opens nothing', async () => {
    await stage.signIn()
    const headers = { ...stage.browser.headers(), 'x-portico-refusal': 'session_ended' }
    expect((await ask('/permits', headers)).status).toBe(200)
    const answered = await refusalOf('/permits', 'session_ended', stage.browser.headers())
    expect([codeOf(answered), answered.headers.get('set-cookie')]).toEqual(['401 session_ended', null])
    expect((await ask('/permits', stage.browser.headers())).status).toBe(200)
  })
  test('a ticket that meets an outage is answered 503 with Retry-After', async () => {
    const app = await appOf(stage)
    const unused = await app.withTicket('/files/a')
    stage.served.identity.outage('500')
    const outcome = async () => {
      const answered = await askTwice(await app.withTicket('/files/a').catch(() => unused))
      return [codeOf(answered), answered.headers.get('retry-after')]
    }
    // Until the last check is a second old, the ticket is let through, and a new one is there.
    await expect.poll(outcome).toEqual(['503 identity_unavailable', expect.stringMatching(/^\d+$/)])
  })
})
