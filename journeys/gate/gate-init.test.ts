import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { nginxAround } from '../deploy/nginx-around.ts'
import { findTool } from '../deploy/tools.ts'
import { type Run, startNode } from '../kit/child-process.ts'
import { openFolder } from '../kit/folder.ts'
import { openSimulator, type Simulator } from '../simulator.ts'
import { openPageBrowser } from './page-browser.ts'
import { runProgram, untilAnswers } from './stage.ts'

/** `portico-gate init` in an empty folder: the real command, simulator, nginx and gate, and a back end that greets. */

const GATE = fileURLToPath(new URL('../../packages/gate/src/main.ts', import.meta.url))
const nginx = findTool('nginx')

let folder: string
let simulator: Simulator
const runs: Run[] = []

beforeAll(async () => {
  folder = openFolder()
  simulator = await openSimulator()
})
afterAll(async () => {
  await Promise.all(runs.map((run) => run.end('SIGTERM')))
  await simulator?.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Said {
  readonly code: number
  readonly text: string
}

function init(...args: readonly string[]): Promise<Said> {
  const { PATH = '' } = process.env
  return new Promise((resolve) =>
    execFile(process.execPath, [GATE, 'init', ...args], { cwd: folder, env: { PATH } }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, text: out + err }),
    ),
  )
}

async function greet(port: number): Promise<Server> {
  const server = createServer((req, res) => res.end(`Hello ${req.headers['x-portico-name']}`))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

test.each([null, ...(nginx ? ['nginx'] : [])])(
  'what it writes for the proxy %s starts, and a citizen of the simulator sees the page with her name',
  async (proxy) => {
    const [gate, site, backEnd] = [await freePort(), await freePort(), await freePort()]
    const base = `http://localhost:${proxy === null ? gate : site}`
    const name = `for-${proxy}`
    const options = ['--folder', name, '--identity', simulator.url, '--program', base]
    const places = ['--listen', `127.0.0.1:${gate}`, '--back-end', `127.0.0.1:${backEnd}`]
    const all = [...options, ...places, ...(proxy === null ? [] : ['--proxy', proxy])]
    const first = await init(...all)
    expect([first.code, first.text]).toEqual([
      0,
      expect.stringContaining(`portico-gate --settings ${name}/gate.env`),
    ])
    expect(first.text).not.toContain(simulator.client_secret)
    const settings = join(folder, name, 'gate.env')
    expect(statSync(settings).mode & 0o777).toBe(0o600)
    const server = await greet(backEnd)
    const run = startNode({ file: GATE, args: ['serve', '--settings', settings], environment: {} })
    runs.push(run)
    await untilAnswers(run, 'the gate', `http://127.0.0.1:${gate}/gate/jwks.json`)
    if (proxy !== null) await runNginx(join(folder, name), base)
    const browser = openPageBrowser(base)
    const { url: authorization_url } = await browser.get(`${base}/`)
    const answer = await fetch(`${simulator.url}/dev/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ authorization_url, citizen: 'ana@example.test' }),
    })
    const { callback_url: callback } = (await answer.json()) as { callback_url: string }
    const page = await browser.get(callback)
    expect(page.html.text).toBe('Hello Ana Example')
    server.close()
  },
)

async function runNginx(home: string, base: string): Promise<void> {
  const config = nginxAround(home, `access_log ${home}/access.log;`, 'include gate.conf;')
  writeFileSync(join(home, 'nginx.conf'), config)
  const args = ['-p', home, '-c', join(home, 'nginx.conf'), '-e', join(home, 'nginx.log')]
  runs.push(await runProgram(nginx ?? '', args, { url: base }))
}

test('a second run changes nothing: neither the key, nor a setting, nor a file of the proxy that was edited', async () => {
  const all = ['--folder', 'twice', '--identity', simulator.url, '--proxy', 'caddy']
  await init(...all)
  const file = join(folder, 'twice', 'gate.Caddyfile')
  writeFileSync(file, '# mine\n')
  const before = readFileSync(join(folder, 'twice', 'gate.env'), 'utf8')
  const second = await init(...all, '--listen', '127.0.0.1:4999')
  expect([second.code, second.text]).toEqual([0, expect.stringContaining('exists and was not changed')])
  expect(readFileSync(join(folder, 'twice', 'gate.env'), 'utf8')).toBe(before)
  expect(readFileSync(file, 'utf8')).toBe('# mine\n')
})

test.each(['caddy', 'traefik', 'envoy', 'nginx'])(
  'the file for %s names this program alone',
  async (proxy) => {
    const program = 'https://parks.example.org'
    const places = ['--listen', '127.0.0.1:4999', '--back-end', '127.0.0.1:8999']
    await init(
      '--folder',
      `of-${proxy}`,
      '--identity',
      simulator.url,
      '--program',
      program,
      '--proxy',
      proxy,
      ...places,
    )
    const [name = ''] = readdirSync(join(folder, `of-${proxy}`)).filter(
      (each) => each.startsWith('gate.') && each !== 'gate.env',
    )
    const text = readFileSync(join(folder, `of-${proxy}`, name), 'utf8')
    expect(text).toContain('parks.example.org')
    expect(text).toContain('127.0.0.1:4999')
    expect(text).not.toMatch(/permits\.example\.org|127\.0\.0\.1:(4180|8000)/)
  },
)

test('without a registration it says what the operator does, ends with 1, and the gate does not start from it', async () => {
  const said = await init('--folder', 'unregistered', '--identity', 'https://id.example.org')
  expect([said.code, said.text]).toEqual([1, expect.stringContaining('portico client add')])
  const settings = join(folder, 'unregistered', 'gate.env')
  expect(parseEnv(readFileSync(settings, 'utf8'))).not.toHaveProperty('SSO_CLIENT_SECRET')
  const run = startNode({ file: GATE, args: ['serve', '--settings', settings], environment: {} })
  expect(await run.ended).toMatchObject({ code: 1, output: expect.stringContaining('SSO_CLIENT_SECRET') })
})

test.each([
  [['--proxy', 'apache'], '--proxy is "apache"'],
  [['--program', 'https://a.example/path'], '--program is'],
  [['--program', 'permits'], '--program is'],
  [['--program', 'http://a.example;}'], '--program is'],
  [['--back-end', '127.0.0.1'], '--back-end is'],
  [['--listen', '127.0.0.1:70000'], '--listen is'],
  [['--listen', '127.0.0.1:80;return 200'], '--listen is'],
  [['--folder', "a'b\nc"], '--folder is'],
  [['--wrong'], "Unknown option '--wrong'"],
  [['more'], 'Unexpected argument'],
  [['--identity', 'http://localhost:9'], 'http://localhost:9 does not answer'],
] as const)('%j is refused with one sentence, and nothing is written', async (args, sentence) => {
  const said = await init('--folder', 'refused', ...args)
  expect([said.code, said.text]).toEqual([1, expect.stringContaining(sentence)])
  expect(said.text.trim().split('\n')).toHaveLength(1)
  expect(existsSync(join(folder, 'refused', 'gate.env'))).toBe(false)
})
