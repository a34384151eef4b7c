// Takes over 10 s: the example is compiled, the service, the gate and the example start, and two of them are ended and start again.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTool, ROOT, runTool } from '../deploy/tools.ts'
import type { Run } from '../kit/child-process.ts'
import { until } from '../kit/until.ts'
import { navigate } from './page-browser.ts'
import { CITIZEN, openVisitor, type Started, startStage } from './stage.ts'

/** The Go example: a service with accounts of its own, and the gate is the proxy. Everything is started for real. */

const GO = join(ROOT, 'examples/go-with-gate')
const go = findTool('go')
const missing = go ? null : 'go is missing'

let stage: Started
let service: Run

beforeAll(async () => {
  if (missing !== null) return
  stage = await startStage()
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false', GOTOOLCHAIN: 'local' }
  const built = await runTool(go ?? '', ['build', '-o', join(stage.folder, 'permits')], { cwd: GO, env })
  expect([built.code, built.err]).toEqual([0, ''])
  await startService()
  await stage.runGate({
    GATE_LISTEN: `127.0.0.1:${stage.ports.site}`,
    GATE_UPSTREAM: `http://127.0.0.1:${stage.ports.backEnd}`,
    GATE_OPTIONAL_PATHS: '/',
    GATE_HOOKS_URL: `http://127.0.0.1:${stage.ports.backEnd}/portico/hooks`,
    GATE_HOOKS_SECRET: stage.hooksSecret,
    GATE_HOOKS_LOAD_SECONDS: '0',
  })
})
afterAll(() => stage?.close())

const settings = () => ({
  LISTEN: `127.0.0.1:${stage.ports.backEnd}`,
  ACCOUNTS_FILE: join(stage.folder, 'accounts.json'),
  GATE_HOOKS_SECRET: stage.hooksSecret,
  PORTICO_GATE_URL: stage.base,
  SSO_PROGRAM_URL: stage.base,
})

async function startService(): Promise<void> {
  const env = settings()
  service = await stage.run(join(stage.folder, 'permits'), [], { url: `http://${env.LISTEN}/`, env })
}

const title = (name: string) => (missing === null ? name : `${name} (${missing})`)

// proves: gate-journeys, gate-hooks-outage
describe('the Go example behind the gate itself', () => {
  test.skipIf(missing !== null)(
    title('makes an account, survives outages of both sides, and learns of the central sign-out'),
    async () => {
      const { site, signIn, open } = await openVisitor(stage)
      const untilStatus = (path: string, status: number) =>
        until(
          () => `${path} answers ${status}`,
          async () => (await open(path)).status === status || undefined,
        )

      expect((await open('/')).html.text).toContain('Sign in')
      await service.end('SIGKILL')
      const refused = await signIn(await open('/permits/'))
      expect(refused.status).toBe(503)
      await startService()

      const landed = await signIn(await open('/permits/'))
      expect([landed.url, landed.html.text]).toEqual([
        `${stage.base}/permits/`,
        expect.stringContaining('Permits of account 1: Ana Example'),
      ])
      expect((await open('/')).html.text).toContain('Permits of account 1')

      const heal = await stage.service.interrupt()
      await untilStatus('/permits/', 503)
      await heal()
      await untilStatus('/permits/', 200)

      await stage.service.command('citizen', 'sign-out', CITIZEN.email, '--reason', 'a test')
      await until(
        () => 'the page begins a sign-in',
        async () => (await open('/permits/')).url.startsWith(stage.service.baseUrl) || undefined,
      )
      const api = await navigate(`${stage.base}/permits/`, { headers: { 'sec-fetch-mode': 'cors' } })
      expect(api.status).toBe(401)
      expect((await signIn(await open('/permits/'))).html.text).toContain('Permits of account 1')
      const signedOut = await site.submit(await open('/permits/'), {})
      expect(signedOut.html.text).toContain('Sign in')
    },
  )

  test.skipIf(missing !== null)(
    title('does not start without a setting, or with an empty secret'),
    async () => {
      const whole = settings()
      const wrong = [
        ...Object.keys(whole).map((name) => [name, { ...whole, [name]: '' }] as const),
        ...['whsec_', 'whsec_c2hvcnQ=', 'c2VjcmV0', `whsec_${'!'.repeat(44)}`].map(
          (secret) => ['GATE_HOOKS_SECRET', { ...whole, GATE_HOOKS_SECRET: secret }] as const,
        ),
      ]
      for (const [name, env] of wrong) {
        const { code, err } = await runTool(join(stage.folder, 'permits'), [], { env, timeout: 10_000 })
        expect([name, code, err]).toEqual([name, 1, expect.stringContaining(name)])
      }
    },
  )

  test.skipIf(missing !== null)(title('sends its pages as HTML, which no cache keeps'), async () => {
    const answer = await navigate(`${stage.base}/`, {})
    expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      'text/html; charset=utf-8',
      'no-store',
    ])
  })

  test.skipIf(missing !== null)(
    title('takes hooks only from the gate, and believes no visitor'),
    async () => {
      const backEnd = `http://127.0.0.1:${stage.ports.backEnd}`
      const body = JSON.stringify({ type: 'provision', data: { identity: { issuer: 'i', subject: 's' } } })
      const now = String(Math.floor(Date.now() / 1000))
      const headers = { 'webhook-id': 'm', 'webhook-timestamp': now, 'webhook-signature': 'v1,AAAA' }
      for (const [name, place] of Object.entries({ backEnd, site: stage.base })) {
        const refused = await navigate(`${place}/portico/hooks`, { method: 'POST', headers, body })
        expect([name, refused.status]).toEqual([name, 401])
      }
      for (const name of ['x-portico-identity', 'X_Portico_Identity']) {
        const answer = await navigate(`${stage.base}/`, { headers: [[name, 'e30.e30.e30']] })
        expect([name, await answer.text()]).toEqual([name, expect.stringContaining('Sign in')])
      }
      const forged = await navigate(backEnd, { headers: { 'x-portico-identity': 'e30.e30.AAAA' } })
      expect(forged.status).toBe(403)
    },
  )
})
