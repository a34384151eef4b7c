import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Run, watch } from '../../lab/kit/child-process.ts'
import { openFolder } from '../../lab/kit/folder.ts'
import { until } from '../../lab/kit/until.ts'
import { APP, appOf, codeOf } from '../../packages/gate/testing/app-of.ts'
import { type EchoBackEnd, startEcho } from '../../packages/gate/testing/echo-back-end.ts'
import { type Asked, type GateStage, openStage, send } from '../../packages/gate/testing/gate-stage.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { HOST } from '../deploy/gate-front.ts'
import { findTool, ROOT } from '../deploy/tools.ts'
import { type NginxStage, runNginx } from './nginx.ts'
import { findCaddy } from './python.ts'
import { onPorts } from './stage.ts'

/** The proxies of the examples, before a real gate and a back end that tells what it gets. */

const foundCaddy = await findCaddy()
const caddy = 'caddy' in foundCaddy ? foundCaddy.caddy : undefined

const EXAMPLES = [
  {
    proxy: 'nginx',
    tool: findTool('nginx'),
    start: (stage: NginxStage, tool: string) => runNginx(stage, tool, 'django-with-gate'),
  },
  { proxy: 'caddy', tool: caddy, start: runCaddy },
]

async function runCaddy(stage: NginxStage, tool: string): Promise<void> {
  const { folder, base } = stage
  const text = readFileSync(join(ROOT, 'examples/php-with-gate/Caddyfile'), 'utf8')
  const site = onPorts(stage, text, 'http://localhost:8080').replaceAll('localhost', HOST)
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tpersist_config off\n\tauto_https off\n}\n${site}`)
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  await stage.run(tool, ['run', '--config', file, '--adapter', 'caddyfile'], { url: base, env })
}

// proves: program-gate-stripped-headers
describe.each(EXAMPLES)('the example behind $proxy', ({ proxy, tool, start }) => {
  const title = (name: string) => (tool ? name : `${name} (${proxy} is missing)`)
  const runs: Run[] = []
  const folder = openFolder()
  let gate: GateStage
  let backEnd: EchoBackEnd
  let site: number

  const ask = (asked: Asked) => send(site, { ...asked, headers: { host: HOST, ...asked.headers } })
  const cookie = () => gate.browser.headers()['cookie'] ?? ''

  beforeAll(async () => {
    if (!tool) return
    gate = await openStage({
      ...{ GATE_PROXY: proxy, SSO_RETURN_URIS: `${APP}/signed-in` },
      ...{ GATE_TICKET_PATHS: '/permits/*', GATE_RECENT_SIGN_IN_PATHS: '/permits/pay=10' },
    })
    backEnd = await startEcho()
    site = await freePort()
    const stage: NginxStage = {
      ...{ folder, base: `http://127.0.0.1:${site}` },
      ports: { site, gate: gate.gate.listening.port, backEnd: backEnd.port },
      async run(program, args, { url, env = {} }) {
        const run = watch(spawn(program, [...args], { env: { ...process.env, ...env } }))
        runs.push(run)
        await until(
          () => `${program} answers at ${url}: ${run.output()}`,
          async () => (await fetch(url).catch(() => null)) ?? undefined,
        )
        return run
      },
    }
    await start(stage, tool)
    await gate.signIn()
  })
  afterAll(async () => {
    await Promise.all(runs.map((run) => run.end('SIGTERM')))
    await backEnd?.close()
    await gate?.close()
  })

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
      expect((await ask({ path })).status).toBe(400)
      await gate.gate.close()
      expect((await ask({ path })).status).toBe(503)
      const logs = ['access.log', 'nginx.log'].map((name) => join(folder, name)).filter(existsSync)
      expect(logs.map((file) => readFileSync(file, 'utf8')).join()).not.toContain('one-use-code')
    },
  )
})
