import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP, appOf, codeOf } from '../../packages/gate/testing/app-of.ts'
import type { EchoBackEnd } from '../../packages/gate/testing/echo-back-end.ts'
import { type Asked, type GateStage, send } from '../../packages/gate/testing/gate-stage.ts'
import { HOST } from '../deploy/gate-front.ts'
import { EXAMPLES, type ExampleStage, openExample } from './example-stage.ts'

/** The proxies of the examples, before a real gate and a back end that tells what it gets. */

// proves: program-gate-stripped-headers
describe.each(EXAMPLES)('the example behind $proxy', (example) => {
  const { proxy, tool } = example
  const title = (name: string) => (tool ? name : `${name} (${proxy} is missing)`)
  let running: ExampleStage
  let gate: GateStage
  let backEnd: EchoBackEnd

  const ask = (asked: Asked) => send(running.port, { ...asked, headers: { host: HOST, ...asked.headers } })
  const cookie = () => gate.browser.headers()['cookie'] ?? ''

  beforeAll(async () => {
    if (!tool) return
    running = await openExample(example, tool, {
      ...{ SSO_RETURN_URIS: `${APP}/signed-in`, GATE_TICKET_PATHS: '/permits/*' },
      GATE_RECENT_SIGN_IN_PATHS: '/permits/pay=10',
    })
    gate = running.gate
    backEnd = running.backEnd
    await gate.signIn()
  })
  afterAll(() => running?.close())

  test.skipIf(!tool).each(['/', '/permits/'])(
    title('keeps the cookies of the gate from the back end at %s, and passes the others on'),
    async (path) => {
      const begun = '__Host-portico-login-abc=x; __Host-portico-login-def=y'
      for (const other of ['', 'a=1; b=2']) {
        const line = [begun, other, cookie()].filter((one) => one !== '').join('; ')
        expect((await ask({ path, headers: { cookie: line } })).status).toBe(200)
        expect(backEnd.valuesOf('x-portico-identity')).toHaveLength(1)
        expect(backEnd.valuesOf('cookie').join().replace(/;\s*$/, '')).toBe(other)
      }
    },
  )

  test
    .skipIf(!tool)
    .each([
      'X-Portico-Identity',
      'X_Portico_Identity',
      'X-Portico_Identity',
      'X_Portico-Identity',
      'X.Portico.Identity',
    ])(title('passes no %s of a visitor on, whatever else the visitor says'), async (name) => {
    for (const extra of [{}, { connection: `close, ${name}` }, { connection: 'close, X-Portico-Identity' }]) {
      await ask({ path: '/', headers: { [name]: 'forged', ...extra } })
      expect(backEnd.arrived.at(-1)?.rawHeaders.join()).not.toContain('forged')
      await ask({ path: '/permits/', headers: { cookie: cookie(), [name]: 'forged', ...extra } })
      expect(backEnd.valuesOf('x-portico-identity')).toEqual([expect.stringMatching(/^eyJ/)])
    }
  })

  test.skipIf(!tool).each(['X-Forwarded-Host', 'X-Forwarded-Proto', 'X_Forwarded_Host', 'SCRIPT_NAME'])(
    title('passes no %s of a visitor on'),
    async (name) => {
      await ask({ path: '/', headers: { [name]: 'forged' } })
      expect(backEnd.arrived.at(-1)?.rawHeaders.join()).not.toContain('forged')
    },
  )

  test
    .skipIf(!tool)
    .each([
      '/gate/auth',
      '/gate/optional',
      '/gate-auth',
      '/api/v1/sso/../../../gate/optional',
      '/api/v1/sso/..%2f..%2f..%2fgate/optional',
      '//gate/optional',
    ])(title('does not let a visitor ask the gate at %s'), async (path) => {
    const told = (family: string) => ({
      [`${family}-method`]: 'GET',
      [`${family}-uri`]: '/',
      [`${family}-host`]: HOST,
    })
    const headers = { cookie: cookie(), ...told('x-original'), ...told('x-forwarded') }
    const answered = await ask({ path, headers })
    expect([...answered.headers.keys()].filter((name) => /portico|cookie/.test(name))).toEqual([])
  })

  test
    .skipIf(!tool)
    .each([
      '/permits/',
      '/permits/../permits/',
      '/x/../permits/',
      '/%70ermits/',
      '//permits/',
      '/./permits/',
    ])(title('lets no visitor to %s'), async (path) => {
    const before = backEnd.arrived.length
    expect((await ask({ path })).status).toBe(401)
    expect(backEnd.arrived).toHaveLength(before)
  })

  test.skipIf(!tool)(title('says why a ticket is refused, also where it is spent by then'), async () => {
    const app = await appOf(gate, ({ claims, keys }) =>
      keys.sign({ ...claims, auth_time: Number(claims['iat']) - 3600 }),
    )
    const url = await app.withTicket('/permits/a')
    expect((await ask({ path: url })).status).toBe(200)
    expect(codeOf(await ask({ path: url }))).toBe('401 ticket_invalid')
    const refused = await ask({ path: await app.withTicket('/permits/pay') })
    expect(codeOf(refused)).toBe('401 insufficient_user_authentication')
  })

  test.skipIf(!tool || proxy !== 'nginx')(
    title('logs no one-use code, also while the gate is away'),
    async () => {
      const path = '/api/v1/sso/callback/?code=one-use-code&state=x'
      expect((await ask({ path })).status).toBe(303)
      await gate.gate.close()
      expect((await ask({ path })).status).toBe(503)
      const logs = ['access.log', 'nginx.log'].map((name) => join(running.folder, name)).filter(existsSync)
      expect(logs.map((file) => readFileSync(file, 'utf8')).join()).not.toContain('one-use-code')
    },
  )
})
