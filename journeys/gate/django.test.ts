// Takes over 10 s: the real service, Django, nginx and the gate start, and the first two are ended and start again.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findTool, ROOT, runTool } from '../deploy/tools.ts'
import type { Run } from '../kit/child-process.ts'
import { until } from '../kit/until.ts'
import { runNginx } from './nginx.ts'
import { navigate } from './page-browser.ts'
import { pythonWith } from './python.ts'
import { CITIZEN, openVisitor, type Started, startStage } from './stage.ts'

/** The Django example: an app with old accounts, behind nginx that asks the gate. Everything is started for real. */

const DJANGO = join(ROOT, 'examples/django-with-gate')
const OLD = { username: 'ana', password: 'the-word-from-before' }

const nginx = findTool('nginx')
const python = await pythonWith({ file: join(DJANGO, 'requirements.txt') })
const missing = 'missing' in python ? python.missing : nginx ? null : 'nginx is missing'

let stage: Started
let django: Run

beforeAll(async () => {
  if (missing !== null) return
  stage = await startStage()
  await manage('migrate', '--verbosity', '0')
  await manage('createsuperuser', '--noinput', '--username', OLD.username, '--email', CITIZEN.email)
  await startDjango()
  await stage.runGate({
    GATE_PROXY: 'nginx',
    SSO_TRUSTED_PROXIES: '127.0.0.1',
    ...hookSettings(),
    GATE_HOOKS_LOAD_SECONDS: '0',
    GATE_OLD_SESSION_COOKIES: 'sessionid',
    GATE_PROBLEM_PAGE: '/portico/account',
  })
  await runNginx(stage, nginx ?? '', 'django-with-gate')
})
afterAll(() => stage?.close())

const hookSettings = () => ({
  GATE_HOOKS_URL: `http://127.0.0.1:${stage.ports.backEnd}/portico/hooks`,
  GATE_HOOKS_SECRET: stage.hooksSecret,
})
const environment = () => ({
  DJANGO_SECRET_KEY: 'a secret of this test, which nobody else has to know',
  DJANGO_DATABASE: join(stage.folder, 'django.sqlite3'),
  DJANGO_SUPERUSER_PASSWORD: OLD.password,
  ...hookSettings(),
  PORTICO_GATE_URL: `http://127.0.0.1:${stage.ports.gate}`,
  PYTHONDONTWRITEBYTECODE: '1',
  SSO_PROGRAM_URL: stage.base,
})
const program = () => ('bin' in python ? join(python.bin, 'python') : '')

async function manage(...args: string[]): Promise<void> {
  const { PATH = '' } = process.env
  const { code, err } = await runTool(program(), ['manage.py', ...args], {
    ...{ cwd: DJANGO, env: { PATH, ...environment() } },
  })
  expect([code, err]).toEqual([0, ''])
}

async function startDjango(): Promise<void> {
  const place = `127.0.0.1:${stage.ports.backEnd}`
  django = await stage.run(program(), ['manage.py', 'runserver', '--noreload', place], {
    ...{ cwd: DJANGO, env: environment(), url: `http://${place}/` },
  })
}

const title = (name: string) => (missing === null ? name : `${name} (${missing})`)

// proves: gate-hooks-link, gate-hooks-outage
describe('the Django example behind nginx', () => {
  test.skipIf(missing !== null)(
    title('a citizen connects an old Django account, survives outages, and is signed out centrally'),
    async () => {
      const { site, signIn, open } = await openVisitor(stage)
      const textOf = async (path: string) => (await open(path)).html.text
      const statusOf = async (path: string) => (await open(path)).status
      const untilStatus = (path: string, status: number) =>
        until(
          () => `${path} answers ${status}`,
          async () => (await statusOf(path)) === status || undefined,
        )

      expect(await textOf('/')).toContain('I have a password from before')
      const problem = await signIn(await open('/permits/'))
      expect(problem.html.text).toContain('Sign in with the password from before')
      expect(await textOf('/portico/account?sso_error=cancelled')).toContain('Try again')

      const form = await open('/old-sign-in/')
      expect((await site.submit(form, OLD)).html.text).toContain('is not connected')
      const connected = await signIn(await site.submit(await open('/'), {}))
      expect(connected.html.text).toContain('Permits of account 1: Ana Example')
      expect(await textOf('/')).toContain('Hello Ana Example')
      expect((await site.submit(await open('/old-sign-in/'), OLD)).html.text).toContain('correct username')

      const forged = { headers: { 'x-portico-identity': 'e30.e30.e30', x_portico_identity: 'e30.e30.e30' } }
      expect((await navigate(`${stage.base}/`, forged)).status).toBe(200)
      expect((await navigate(`${stage.base}/portico/hooks`, { method: 'POST' })).status).toBe(404)

      const heal = await stage.service.interrupt()
      await untilStatus('/permits/', 503)
      await heal()
      await untilStatus('/permits/', 200)

      await django.end('SIGKILL')
      await untilStatus('/permits/', 503)
      await startDjango()
      await untilStatus('/permits/', 200)

      await stage.service.command('citizen', 'sign-out', CITIZEN.email, '--reason', 'a test')
      await until(
        () => 'the page begins a sign-in',
        async () => (await open('/permits/')).url.startsWith(stage.service.baseUrl) || undefined,
      )
      const api = await navigate(`${stage.base}/permits/`, { headers: { 'sec-fetch-mode': 'cors' } })
      expect(api.status).toBe(401)
      expect((await signIn(await open('/permits/'))).html.text).toContain('Permits of account 1')
    },
  )
})
