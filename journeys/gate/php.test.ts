// Takes over 10 s: the real service, PHP, Caddy and the gate start, and the service is ended and starts again.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTool, ROOT } from '../deploy/tools.ts'
import { openFolder } from '../kit/folder.ts'
import { until } from '../kit/until.ts'
import { navigate } from './page-browser.ts'
import { findCaddy } from './python.ts'
import { CITIZEN, onPorts, openVisitor, type Started, startStage } from './stage.ts'

/** The PHP example: pages without a users table, behind Caddy that asks the gate. Everything is started for real. */

const PHP = join(ROOT, 'examples/php-with-gate')
const php = findTool('php')
const caddy = php ? await findCaddy() : { missing: 'php is missing' }
const missing = 'missing' in caddy ? caddy.missing : null

let stage: Started

beforeAll(async () => {
  if (missing !== null) return
  stage = await startStage()
  const { ports, folder, base } = stage
  const place = `127.0.0.1:${ports.backEnd}`
  await stage.run(php ?? '', ['-S', place, 'index.php'], {
    ...{ cwd: PHP, url: `http://${place}/` },
    env: { SSO_PROGRAM_URL: base, PORTICO_GATE_URL: `http://127.0.0.1:${ports.gate}`, TMPDIR: folder },
  })
  await stage.runGate({ GATE_PROXY: 'caddy', SSO_TRUSTED_PROXIES: '127.0.0.1' })
  const file = join(folder, 'Caddyfile')
  const site = onPorts(stage, readFileSync(join(PHP, 'Caddyfile'), 'utf8'), 'http://localhost:8080')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
  await stage.run('caddy' in caddy ? caddy.caddy : '', ['run', '--config', file, '--adapter', 'caddyfile'], {
    ...{ url: base, env: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder } },
  })
})
afterAll(() => stage?.close())

const title = (name: string) => (missing === null ? name : `${name} (${missing})`)

// proves: gate-journeys
describe('the PHP example behind Caddy', () => {
  test.skipIf(missing !== null)(
    title('signs a citizen in, survives an outage, and learns of the central sign-out'),
    async () => {
      const { site, signIn, open } = await openVisitor(stage)
      const untilStatus = (path: string, status: number) =>
        until(
          () => `${path} answers ${status}`,
          async () => (await open(path)).status === status || undefined,
        )

      expect((await open('/')).html.text).toContain('Sign in')
      const landed = await signIn(await open('/permits/'))
      expect([landed.url, landed.html.text]).toEqual([
        `${stage.base}/permits/`,
        expect.stringMatching(/Permits of account [-0-9a-f]{36}: Ana Example/),
      ])
      expect((await open('/')).html.text).toContain('Ana Example')

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
      await signIn(await open('/permits/'))
      const signedOut = await site.submit(await open('/permits/'), {})
      expect(signedOut.html.text).toContain('Sign in')
    },
  )

  test.skipIf(missing !== null)(title('believes no header of a visitor, in any spelling'), async () => {
    const token = [{ alg: 'none' }, { sub: 's', account: '1', aud: stage.base, exp: 9_999_999_999 }]
    const forged = `${token.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.AAAA`
    for (const name of [
      'x-portico-identity',
      'X-PORTICO-IDENTITY',
      'x_portico_identity',
      'X-Portico_Identity',
    ]) {
      const answer = await navigate(`${stage.base}/`, { headers: [[name, forged]] })
      expect([name, await answer.text()]).toEqual([name, expect.not.stringContaining('Permits of')])
      const backEnd = await navigate(`http://127.0.0.1:${stage.ports.backEnd}/`, {
        headers: [[name, forged]],
      })
      expect([name, backEnd.status]).toEqual([name, 403])
    }
  })
})

test.skipIf(!php)('answers nothing without its settings', () => {
  const whole = { SSO_PROGRAM_URL: 'http://localhost', PORTICO_GATE_URL: 'http://127.0.0.1:9' }
  for (const name of Object.keys(whole)) {
    const env = { ...whole, [name]: '' }
    const words = ['-r', "require 'gate.php'; echo 'it started';"]
    expect(execFileSync(php ?? '', words, { cwd: PHP, env, encoding: 'utf8' })).toBe(`${name} is missing.`)
  }
})

test.skipIf(!php)('takes no keys from a file that somebody else has put in the temporary folder', () => {
  const folder = openFolder()
  const gate = 'http://127.0.0.1:9'
  const planted = join(folder, 'planted.json')
  writeFileSync(planted, JSON.stringify({ keys: [{ kid: 'planted', x: 'AAAA', y: 'AAAA' }] }))
  const name = createHash('md5').update(gate).digest('hex')
  symlinkSync(planted, join(folder, `portico-gate-keys-${name}.json`))
  const words = ['-r', "require 'gate.php'; echo gate_key('planted') ?? 'unknown';"]
  const env = { TMPDIR: folder, PORTICO_GATE_URL: gate, SSO_PROGRAM_URL: 'http://localhost' }
  expect(execFileSync(php ?? '', words, { cwd: PHP, env, encoding: 'utf8' })).toBe('unknown')
})
