// Takes over 10 s: each manage.py command loads Django anew, and the simulator, Django and the gate start.
import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, pageAt } from '../../docs/integrate/testing/markdown.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { ROOT, runTool } from '../deploy/tools.ts'
import { type Run, startNode } from '../kit/child-process.ts'
import { openFolder } from '../kit/folder.ts'
import { openSimulator, type Simulator } from '../simulator.ts'
import { openPageBrowser } from './page-browser.ts'
import { pythonWith } from './python.ts'
import { runProgram, untilAnswers } from './stage.ts'

/** docs/integrate/django.md, line by line, in a project as `django-admin startproject` makes it. */

const REQUIREMENTS = join(ROOT, 'examples/django-with-gate/requirements.txt')
const OLD = { username: 'olga', password: 'the-word-from-before' }

/** A page that keeps something in the session, as a shopping cart or a half filled form. */
const NOTE = `
from django.http import HttpResponse
def note(request):
    if "set" in request.GET:
        request.session["note"] = request.GET["set"]
    return HttpResponse("note: " + request.session.get("note", "none"))
urlpatterns += [path("", note), path("note/", note)]
`

const python = await pythonWith({ file: REQUIREMENTS })
const missing = 'missing' in python ? python.missing : null
const program = 'bin' in python ? join(python.bin, 'python') : ''

const page = pageAt('docs/integrate/django.md')
const blocks = blocksOf(page).map(({ code }) => code.trim())
const [startSimulator, copy = '', settings = '', manage = '', startGate = ''] = blocks
const serverCommand = /`(python manage\.py portico [^`]*--address[^`]*)`/.exec(page.text)?.[1] ?? ''

let simulator: Simulator
let folder: string
let project: string
let site: string
const runs: Run[] = []

/** Ends with the code 0. Returns what it said. */
async function call(file: string, args: readonly string[], cwd = project): Promise<string> {
  const { PATH = '' } = process.env
  const env = { PATH, PYTHONDONTWRITEBYTECODE: '1', DJANGO_SUPERUSER_PASSWORD: OLD.password }
  const { code, out, err } = await runTool(file, args, { cwd, env })
  expect([code, err]).toEqual([0, ''])
  return out
}

beforeAll(async () => {
  if (missing !== null) return
  simulator = await openSimulator()
  folder = openFolder()
  project = join(folder, 'permits')
  await call(program, ['-m', 'django', 'startproject', 'permits'], folder)
  await call(program, ['manage.py', 'migrate', '--verbosity', '0'])
  const user = ['--noinput', '--username', OLD.username, '--email', 'olga@example.test']
  await call(program, ['manage.py', 'createsuperuser', ...user])
  await followPage()
})
afterAll(async () => {
  await Promise.all(runs.map((run) => run.end('SIGTERM')))
  await simulator?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** The lines of the page, with the ports of this test. pip has been run before: the requirements name the same package. */
async function followPage(): Promise<void> {
  const [backEnd, gate] = [await freePort(), await freePort()]
  site = `http://localhost:${gate}`
  const [cp = '', pip = ''] = copy.split('\n')
  await call('sh', ['-eu', '-c', cp.replace('../portico', ROOT)])
  expect(readFileSync(REQUIREMENTS, 'utf8')).toContain(/"(.*)"/.exec(pip)?.[1])
  appendFileSync(join(project, 'permits/settings.py'), `\n${settings}\n`)
  appendFileSync(join(project, 'permits/urls.py'), NOTE)
  const lines = manage.split('\n').map((line) => line.split(' '))
  expect(lines.map(([command, file, name]) => [command, file, name])).toEqual(
    ['portico', 'migrate', 'runserver'].map((name) => ['python', 'manage.py', name]),
  )
  const places = ['--address', site, '--django', `http://127.0.0.1:${backEnd}`, '--gate', `127.0.0.1:${gate}`]
  const said = await call(program, ['manage.py', 'portico', simulator.url, ...places])
  expect(said).toContain(startGate.replace('/path/of/your/project', project))
  await call(program, ['manage.py', 'migrate'])
  const django = `127.0.0.1:${backEnd}`
  const server = ['manage.py', 'runserver', '--noreload', django]
  runs.push(await runProgram(program, server, { cwd: project, url: `http://${django}/portico/account` }))
  const args = startGate.split(' -- ')[1]?.replace('/path/of/your/project', project).split(' ') ?? []
  const run = startNode({ file: join(ROOT, 'packages/gate/src/main.ts'), args })
  runs.push(run)
  await untilAnswers(run, 'the gate', `${site}/gate/jwks.json`)
}

/** A browser that signs in at the simulator, as the citizen with this address. */
function openCitizen(citizen: string) {
  const browser = openPageBrowser(site)
  const open = async (path: string) => browser.get(`${site}${path}`)
  const enter = async ({ url }: { url: string }, as = citizen) => {
    expect(url.startsWith(simulator.url), `a sign-in began: ${url}`).toBe(true)
    const order = { authorization_url: url, citizen: as }
    const { callback_url: back } = (await simulator.order('sign-in', order)) as unknown as {
      callback_url: string
    }
    return browser.get(back)
  }
  return { browser, open, enter, text: async () => (await open('/portico/account')).html.text }
}

test('the page has the commands of this repository', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
  expect(scripts).toMatchObject({ simulator: expect.anything(), gate: expect.anything() })
  expect([startSimulator, startGate]).toEqual([
    'npm run simulator',
    'npm run gate -- --settings /path/of/your/project/gate.env',
  ])
})

const title = (name: string) => (missing === null ? name : `${name} (${missing})`)

describe.skipIf(missing !== null)(title('a new Django project, connected as the page says'), () => {
  test('a new citizen signs in, and out', async () => {
    const { browser, open, enter, text } = openCitizen('ana@example.test')
    expect(await text()).toContain('Sign in')
    await enter(await open('/api/v1/sso/login?return_to=/portico/account'))
    const page = await open('/portico/account')
    expect(page.html.text).toContain('Hello Ana')
    await browser.submit(page, {})
    expect(await text()).toContain('Sign in')
  })

  test('a user with a password from before is asked for it, is connected, and stays the same user', async () => {
    const { browser, open, enter, text } = openCitizen('olga@example.test')
    const asked = await enter(await open('/api/v1/sso/login?return_to=/'))
    expect(asked.html.text).toContain('You already have an account here')
    const form = asked.html.querySelector('a')?.getAttribute('href') ?? ''
    const page = await browser.submit(await open(form), OLD)
    expect(page.html.text).toContain('is not connected')
    await enter(await browser.submit(page, {}))
    expect(await text()).toContain('Hello Olga')
    const admin = await open('/admin/')
    expect(admin.html.text).toContain('Welcome')
    const user = 'from django.contrib.auth.models import User; u = User.objects.get(username="olga")'
    const shown = `${user}; print(u.pk, u.centralaccount.email, u.has_usable_password())`
    expect(await call(program, ['manage.py', 'shell', '--verbosity', '0', '-c', shown])).toBe(
      '1 olga@example.test False\n',
    )
  })

  test('nobody sees what another citizen has left in the session of the same browser', async () => {
    const { browser, open, enter } = openCitizen('ana@example.test')
    const note = async (query = '') => (await open(`/note/${query}`)).html.text
    await enter(await open('/note/'))
    expect([await note('?set=of-ana'), await note()]).toEqual(['note: of-ana', 'note: of-ana'])
    await enter(await open('/api/v1/sso/login?return_to=/note/'), 'boris@example.test')
    expect([await note(), await note('?set=of-boris')]).toEqual(['note: none', 'note: of-boris'])
    await browser.submit(await open('/portico/account'), {})
    await open('/portico/account')
    await enter(await open('/note/'), 'boris@example.test')
    expect(await note()).toBe('note: none')
  })

  test('a page that is not listed is for citizens, and nobody sends the header', async () => {
    const { browser, open } = openCitizen('ana@example.test')
    expect((await open('/permits/')).url.startsWith(simulator.url)).toBe(true)
    const answer = await fetch(`${site}/portico/account`, {
      headers: { 'x-portico-identity': 'e30.e30.e30' },
    })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Sign in')])
    const hooks = await fetch(`${site}/portico/hooks`, { method: 'POST', body: '{}' })
    expect(hooks.status).toBe(401)
    expect((await browser.get(`${site}/`)).status).toBe(200)
  })
})

describe.skipIf(missing !== null)(title('manage.py portico'), () => {
  test('it does not change a file that exists, and a project without the file says what to do', async () => {
    const env = { PATH: process.env['PATH'] ?? '' }
    const again = await runTool(program, ['manage.py', 'portico', simulator.url], { cwd: project, env })
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('exists and was not changed')])
    const copied = join(folder, 'other')
    await call('cp', ['-r', project, copied])
    rmSync(join(copied, 'gate.env'))
    const without = await runTool(program, ['manage.py', 'check'], { cwd: copied, env })
    expect(without.err).toContain("Run 'python manage.py portico'")
    const needed = {
      SSO_PROGRAM_URL: 'https://permits.example.test',
      GATE_HOOKS_URL: 'http://127.0.0.1:9/portico/hooks',
    }
    for (const GATE_HOOKS_SECRET of [
      'whsec_',
      'whsec_c2hvcnQ=',
      'without the beginning',
      ' ',
      `whsec_${'!'.repeat(44)}`,
    ]) {
      const started = await runTool(program, ['manage.py', 'check'], {
        cwd: copied,
        env: { ...env, ...needed, GATE_HOOKS_SECRET },
      })
      expect([GATE_HOOKS_SECRET, started.code, started.err]).toEqual([
        GATE_HOOKS_SECRET,
        1,
        expect.stringContaining('GATE_HOOKS_SECRET'),
      ])
    }
    const client = { SSO_CLIENT_ID: 'permits', SSO_CLIENT_SECRET: 'two words' }
    const line = ['manage.py', 'portico', 'https://id.example.test']
    const refused = await runTool(program, line, { cwd: copied, env: { ...env, ...client } })
    expect(refused.err).toContain('one word each')
    const unasked = await runTool(program, line, { cwd: copied, env })
    expect([unasked.code, unasked.out]).toEqual([1, expect.stringContaining('/api/v1/sso/callback/')])
    expect(unasked.err).toContain('Set SSO_CLIENT_ID and SSO_CLIENT_SECRET')
    expect(unasked.err).not.toContain('Traceback')
  })

  test('a project that sends everybody to https answers the hooks, and believes the gate', async () => {
    const env = { PATH: process.env['PATH'] ?? '', SSO_PROGRAM_URL: 'https://permits.example.test' }
    const asked = [
      'from django.test import Client, override_settings',
      'with override_settings(SECURE_SSL_REDIRECT=True):',
      '  visit = Client(SERVER_NAME="127.0.0.1")',
      '  hooks = visit.post("/portico/hooks", "{}", content_type="application/json")',
      '  page = visit.get("/portico/account", headers={"x-forwarded-proto": "https"})',
      '  print(hooks.status_code, page.status_code, visit.get("/portico/account").status_code)',
    ]
    const line = ['manage.py', 'shell', '--verbosity', '0', '-c', asked.join('\n')]
    expect((await runTool(program, line, { cwd: project, env })).out).toBe('401 200 301\n')
  })

  test('for a site with https, it prints the command of a server', async () => {
    const env = {
      ...{ PATH: process.env['PATH'] ?? '', SSO_PROGRAM_URL: 'https://permits.example.test' },
      ...{ SSO_CLIENT_ID: 'permits', SSO_CLIENT_SECRET: 'secret' },
    }
    const server = join(folder, 'server')
    await call('cp', ['-r', project, server])
    rmSync(join(server, 'gate.env'))
    const [, ...line] = serverCommand.split(' ')
    const { out } = await runTool(program, line, { cwd: server, env })
    expect(out).toContain(`\n  portico-gate --settings ${join(server, 'gate.env')}\n`)
  })
})
