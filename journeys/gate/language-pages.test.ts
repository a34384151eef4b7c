// Each program is started, and Spring Boot is built the first time: a minute or more.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, pageAt } from '../../docs/integrate/testing/markdown.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { findTool, ROOT, runTool } from '../deploy/tools.ts'
import { type Run, startNode } from '../kit/child-process.ts'
import { openFolder } from '../kit/folder.ts'
import { keptFolder } from '../kit/kept-folder.ts'
import { openSimulator, type Simulator } from '../simulator.ts'
import { navigate, openPageBrowser } from './page-browser.ts'
import { pythonWith } from './python.ts'
import { runProgram, untilAnswers } from './stage.ts'

/** The pages of docs/integrate about one language each: their files, behind the gate with the settings that the pages name. */

const LANGUAGES = join(ROOT, 'docs/integrate/languages')

/** What is started, or what the machine lacks. */
type Program =
  | { readonly file: string; readonly args: readonly string[]; readonly env?: Record<string, string> }
  | { readonly missing: string }

const missing = (what: string): Program => ({ missing: `${what} is missing` })

async function flask(): Promise<Program> {
  const python = await pythonWith({ file: join(LANGUAGES, 'flask/requirements.txt') })
  if ('missing' in python) return python
  return { file: join(python.bin, 'python'), args: [join(LANGUAGES, 'flask/app.py')] }
}

async function go(folder: string): Promise<Program> {
  const tool = findTool('go')
  if (!tool) return missing('go')
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, CGO_ENABLED: '0', GOFLAGS: '-buildvcs=false', GOTOOLCHAIN: 'local' }
  const file = join(folder, 'permits')
  const built = await runTool(tool, ['build', '-o', file], { cwd: join(LANGUAGES, 'go'), env })
  expect([built.code, built.err]).toEqual([0, ''])
  return { file, args: [] }
}

/** The built program is kept for the next run. Maven may reach no registry. */
async function spring(): Promise<Program> {
  const [java, maven] = [findTool('java'), findTool('mvn')]
  if (!java || !maven) return missing('java or mvn')
  const sources = ['pom.xml', 'src/main/java/example/Program.java']
  const texts = sources.map((path) => readFileSync(join(LANGUAGES, 'spring', path), 'utf8'))
  const digest = createHash('sha256').update(texts.join('')).digest('hex')
  const folder = keptFolder(`spring-${digest.slice(0, 16)}`)
  const jar = join(folder, 'target/permits-1.jar')
  if (!existsSync(jar)) {
    cpSync(join(LANGUAGES, 'spring'), folder, { recursive: true })
    const built = await runTool(maven, ['-B', '-q', 'package'], { cwd: folder, timeout: 300_000 })
    if (built.code !== 0) return { missing: `mvn cannot build: ${(built.out + built.err).slice(0, 200)}` }
  }
  return { file: java, args: ['-Xshare:auto', '-XX:TieredStopAtLevel=1', '-jar', jar] }
}

async function rails(): Promise<Program> {
  const [ruby, puma] = [findTool('ruby'), findTool('puma')]
  if (!ruby || !puma) return missing('ruby or puma')
  const has = await runTool(ruby, ['-e', "require 'action_controller/railtie'"])
  if (has.code !== 0) return missing('rails')
  const env = { SECRET_KEY_BASE: 'k'.repeat(64), RAILS_ENV: 'production' }
  return { file: 'sh', args: ['-c', 'exec puma -b tcp://127.0.0.1:$PORT config.ru'], env }
}

async function laravel(folder: string): Promise<Program> {
  const php = findTool('php')
  if (!php || !existsSync('/usr/share/php/Illuminate/Foundation')) return missing('php or laravel')
  const env = { FILES: join(LANGUAGES, 'laravel'), HOME_OF_PROJECT: join(folder, 'laravel') }
  const router = join(ROOT, 'journeys/gate/laravel-project.php')
  return { file: 'sh', args: ['-c', `exec "${php}" -S 127.0.0.1:$PORT "${router}"`], env }
}

const PROGRAMS = { flask, go, spring, rails, laravel }

const folder = openFolder()
const found = await Promise.all(
  Object.entries(PROGRAMS).map(async ([name, find]) => [name, await find(folder)] as const),
)

let simulator: Simulator
const runs: Run[] = []
beforeAll(async () => {
  simulator = await openSimulator()
})
afterAll(async () => {
  await Promise.all(runs.map((run) => run.end('SIGTERM')))
  await simulator?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The commands of the page, with the ports of this test. */
async function startGate(name: string, backEnd: number): Promise<string> {
  const blocks = blocksOf(pageAt('docs/integrate/any-back-end.md'))
  const commands = blocks.find(({ code }) => code.startsWith('npm run gate -- init'))?.code ?? ''
  const [, init = '', environment = '', args = ''] =
    /^npm run gate -- (init)\n(GATE_\S+) npm run gate -- (--settings \S+)$/.exec(commands.trim()) ?? []
  const port = await freePort()
  const site = `http://localhost:${port}`
  const home = join(folder, `${name}-gate`)
  mkdirSync(home)
  const file = join(ROOT, 'packages/gate/src/main.ts')
  const own = ['--identity', simulator.url, '--program', site, '--listen', `127.0.0.1:${port}`]
  const all = [file, init, ...own, '--back-end', `127.0.0.1:${backEnd}`]
  const { code, err } = await runTool(process.execPath, all, { cwd: home })
  expect([code, err]).toEqual([0, ''])
  const run = startNode({
    file,
    args: args.replace('portico-gate/', `${home}/portico-gate/`).split(' '),
    environment: Object.fromEntries([environment.split('=')]),
  })
  runs.push(run)
  await untilAnswers(run, 'the gate', `${site}/gate/jwks.json`)
  return site
}

describe.each(found)('the page about %s', (name, program) => {
  const lacks = 'missing' in program ? program.missing : null
  test.skipIf(lacks !== null)(
    `signs a citizen in and out, and believes no visitor${lacks === null ? '' : ` (${lacks})`}`,
    async () => {
      if ('missing' in program) return
      const backEnd = await freePort()
      const place = `http://127.0.0.1:${backEnd}`
      const env = { ...program.env, PORT: String(backEnd) }
      const cwd = join(LANGUAGES, name)
      runs.push(await runProgram(program.file, program.args, { url: `${place}/`, cwd, env }))
      const site = await startGate(name, backEnd)
      const browser = openPageBrowser(site)

      expect((await browser.get(`${site}/`)).html.text).toContain('Sign in')
      const begun = await browser.get(`${site}/permits`)
      expect(begun.url.startsWith(simulator.url)).toBe(true)
      const order = { authorization_url: begun.url, citizen: 'ana@example.test' }
      const made = (await simulator.order('sign-in', order)) as unknown as { callback_url: string }
      const landed = await browser.get(made.callback_url)
      expect([landed.url, landed.html.text]).toEqual([
        `${site}/permits`,
        expect.stringMatching(/Permits of \S+/),
      ])
      expect((await browser.get(`${site}/`)).html.text).toMatch(/Hello Ana\b/)

      for (const header of ['x-portico-subject', 'X_Portico_Subject']) {
        const forged = await navigate(`${site}/`, { headers: [[header, 'somebody']] })
        expect([header, await forged.text()]).toEqual([header, expect.stringContaining('Sign in')])
      }
      expect((await navigate(`${place}/permits`, {})).status).toBe(401)
      const named = { 'x-portico-subject': '<b>s', 'x-portico-name': '%3Cb%3EX' }
      for (const path of ['/', '/permits']) {
        const text = await (await navigate(`${place}${path}`, { headers: named })).text()
        expect([path, text]).toEqual([path, expect.stringContaining('&lt;b&gt;')])
      }

      const signedOut = await browser.submit(await browser.get(`${site}/permits`), {})
      expect(signedOut.html.text).toContain('Sign in')
    },
  )
})

test('each folder of a language is run here, but for those that the page says were not', () => {
  const folders = globSync('*/', { cwd: LANGUAGES }).map((path) => path.replace(/[/\\]$/, ''))
  const notRun = folders.filter((name) => pageAt(`docs/integrate/${name}.md`).text.includes('It was not run'))
  expect([...Object.keys(PROGRAMS), ...notRun].toSorted()).toEqual(folders.toSorted())
})
