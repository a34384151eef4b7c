// Takes over 10 s: every package is built and packed anew, and then runs in a process for each case on each Node.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifestIn, PUBLISHED } from './release/packages.ts'
import { publishAll } from './release/publish.ts'
import { type Build, buildAnew } from './test-build.ts'

/** What `npm run build` makes, as a program would have it: packed, unpacked beside its dependencies, and used. */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const call = promisify(execFile)

/** What the packages leave to their user to install; everything else must come with them. */
const BROUGHT = [
  'oauth4webapi',
  'express',
  'fastify',
  'hono',
  '@nestjs',
  'reflect-metadata',
  'rxjs',
  '@types',
]

const PROGRAM = `
import { createSsoClient } from '@portico/app'
import { createProgramSso } from '@portico/program'
import { citizenOf, requireCitizen, ssoRouter } from '@portico/program/express'
import { postgresStore } from '@portico/program/postgres'
import { fakeIdentity, memoryAccounts, memoryStore, signInThrough, testConfig } from '@portico/program/testing'
import express from 'express'
for (const door of ['sqlite', 'mysql', 'fastify', 'hono', 'nest', 'node']) await import('@portico/program/' + door)

const identity = fakeIdentity()
let missing = null
const storeOfThisNode = () => {
  try {
    return memoryStore()
  } catch (error) {
    missing = error.message
    return postgresStore({ query: () => Promise.reject(new Error('no server')), connect: () => Promise.reject(new Error('no server')) })
  }
}
const sso = createProgramSso({ ...testConfig(identity), store: storeOfThisNode(), accounts: memoryAccounts(), fetch: identity.fetch })
const app = express().use(ssoRouter(sso))
app.get('/api/me', requireCitizen(sso), (req, res) => res.json({ hello: citizenOf(sso, req).account.name }))
const server = app.listen(0)
const me = 'http://127.0.0.1:' + server.address().port + '/api/me'
const ask = async (headers) => {
  const answer = await fetch(me, { headers })
  return [answer.status, await answer.json()]
}
const signedIn = async () => {
  const { accessToken } = await signInThrough(sso, identity, identity.addCitizen({ email: 'ada@example.test', name: 'Ada' }))
  return ask({ authorization: 'Bearer ' + accessToken })
}
const [unknown] = await ask({})
console.log(JSON.stringify([typeof createSsoClient, unknown, ...(missing === null ? await signedIn() : [missing])]))
server.close()
await sso.close()
`

const IN_A_FILE = `
import { openDatabase, sqliteStore } from '@portico/program/sqlite'
try {
  console.log(await sqliteStore(openDatabase('rows.db')).migrate())
} catch (error) {
  console.log(error.message)
}
`

const TYPES = `
import { createSsoClient, type SsoClient } from '@portico/app'
import { type AuthResult, configFromEnv, createProgramSso, type ProgramSso } from '@portico/program'
import { citizenOf, requireCitizen, ssoRouter } from '@portico/program/express'
import { fastifySso } from '@portico/program/fastify'
import { honoSso } from '@portico/program/hono'
import { SsoModule } from '@portico/program/nest'
import { openDatabase, sqliteStore, starterAccounts } from '@portico/program/sqlite'
import { fakeIdentity, memoryAccounts, memoryStore } from '@portico/program/testing'
import express from 'express'

const sso = createProgramSso({ ...configFromEnv({}), store: memoryStore(), accounts: memoryAccounts() })
const same: ProgramSso<{ id: string; name: string | null; email: string }> = sso
const client: (options: Parameters<typeof createSsoClient>[0]) => SsoClient = createSsoClient
express().use(ssoRouter(sso)).get('/', requireCitizen(sso), (req, res) => {
  const name: string | null = citizenOf(sso, req).account.name
  res.json({ name })
})
// @ts-expect-error -- a status that does not exist: the types are not "any"
const wrong: AuthResult<unknown>['status'] = 'maybe'
const database = openDatabase('permits.db')
createProgramSso({ ...configFromEnv({}), store: sqliteStore(database), accounts: starterAccounts(database) })
export { client, fakeIdentity, fastifySso, honoSso, same, SsoModule, wrong }
`

const SETTINGS = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2024'],
    types: ['node'],
    skipLibCheck: false,
    noEmit: true,
  },
  files: ['types.ts'],
}

/** What a command is told by a Node 18. */
const NODE_18 = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })`

let folder: string
let build: Build
let nodes: { node: string; options: string[] }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-build-'))
  build = await buildAnew(join(folder, 'dist'))
  for (const name of ['program', 'app'] as const) await install(name)
  for (const name of BROUGHT)
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  const files = {
    'package.json': '{"type":"module"}',
    'program.mjs': PROGRAM,
    'types.ts': TYPES,
    'in-a-file.mjs': IN_A_FILE,
  }
  for (const [name, text] of Object.entries({ ...files, 'tsconfig.json': JSON.stringify(SETTINGS) }))
    await writeFile(join(folder, name), text)
  nodes = [{ node: process.execPath, options: ['--no-experimental-strip-types'] }, ...(await otherNodes())]
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Unpacks it where npm would put it. */
async function install(name: 'program' | 'app'): Promise<void> {
  const target = join(folder, 'node_modules', '@portico', name)
  await mkdir(target, { recursive: true })
  await call('tar', ['-xzf', build.tarballOf(name), '-C', target, '--strip-components=1'])
}

const NO_SQLITE = 'which has no node:sqlite. Use Node 22.13'

async function hasSqlite(node: string): Promise<boolean> {
  const { stdout } = await call(node, ['-p', "process.getBuiltinModule?.('node:sqlite') !== undefined"])
  return stdout.startsWith('true')
}

const isAboutCommonJs = (problem: Problem) =>
  problem.kind === 'CJSResolvesToESM' ||
  (problem.kind === 'NoResolution' && problem.resolutionKind === 'node10')

/** Every other Node on the path that the packages say they run on. */
async function otherNodes() {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((place) => join(place, 'node'))
  const found = []
  for (const node of places.filter(existsSync)) {
    const [major = 0, minor = 0] = (await call(node, ['-p', 'process.versions.node'])).stdout
      .split('.')
      .map(Number)
    if (major > 20 || (major === 20 && minor >= 11)) found.push({ node, options: [] })
  }
  return found
}

describe('the packages that npm run build makes', () => {
  test('serve a program on every Node at hand, without any TypeScript', async () => {
    for (const { node, options } of nodes) {
      const { stdout } = await call(node, [...options, 'program.mjs'], { cwd: folder })
      const signedIn = (await hasSqlite(node))
        ? [200, { hello: 'Ada' }]
        : [expect.stringContaining(NO_SQLITE)]
      expect([node, JSON.parse(stdout)]).toEqual([node, ['function', 401, ...signedIn]])
    }
  })

  test('keep rows in a file on every Node that can, and say what is missing on the others', async () => {
    for (const { node, options } of nodes) {
      const { stdout } = await call(node, [...options, 'in-a-file.mjs'], { cwd: folder })
      const said = (await hasSqlite(node)) ? 'to: ' : NO_SQLITE
      expect([node, stdout]).toEqual([node, expect.stringContaining(said)])
    }
  })

  test('have types that a strict program can be checked with, libraries included', async () => {
    const tsc = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc')
    const { stdout } = await call(process.execPath, [tsc, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
  })

  test('have types on the app side that need no Node: a page has none', async () => {
    const page = { ...SETTINGS.compilerOptions, module: 'esnext', moduleResolution: 'bundler', types: [] }
    const settings = { compilerOptions: { ...page, lib: ['es2022', 'dom'] }, files: ['page.ts'] }
    await writeFile(join(folder, 'page.ts'), "export { createSsoClient } from '@portico/app'\n")
    await writeFile(join(folder, 'page.json'), JSON.stringify(settings))
    const tsc = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc')
    const { stdout } = await call(process.execPath, [tsc, '-p', join(folder, 'page.json')]).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
  })

  test.each(PUBLISHED)(
    '%s has a manifest without a fault, and types where a bundler and Node look for them',
    async (name) => {
      const pkgDir = join(folder, 'dist', 'npm', name)
      const { messages, pkg } = await publint({ pkgDir, strict: true })
      expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
      const packed = new Uint8Array(await readFile(build.tarballOf(name)))
      const seen = await checkPackage(createPackageFromTarballData(packed))
      const problems = 'problems' in seen ? seen.problems : []
      // The packages are modules only (docs/versioning.md), so `require` finds no types.
      expect(problems.filter((problem) => !isAboutCommonJs(problem))).toEqual([])
    },
  )

  test('leave frameworks and drivers to the program: each is an optional peer, in a range that has what is tested here', () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = manifestIn(
      join(folder, 'dist/npm/program'),
    ) as Record<string, Record<string, unknown>>
    const peers = ['@nestjs/common', '@nestjs/core', 'fastify', 'hono', 'mysql2', 'pg', 'postgres']
    expect(Object.keys(peerDependencies ?? {}).sort()).toEqual(peers)
    expect(peerDependenciesMeta).toEqual(Object.fromEntries(peers.map((name) => [name, { optional: true }])))
    expect(Object.keys(dependencies ?? {})).toEqual(['oauth4webapi'])
    const tested = manifestIn(join(ROOT, 'packages/program'))['devDependencies'] as Record<string, string>
    for (const name of peers) {
      const least = Number(/^>=(\d+)$/.exec(String(peerDependencies?.[name]))?.[1])
      expect([name, Number(tested[name]?.split('.')[0]) >= least]).toEqual([name, true])
    }
  })

  test.each([
    ['postgres://localhost/permits', 'npm install pg'],
    ['mysql://localhost/permits', 'npm install mysql2'],
    ['mariadb://localhost/permits', 'npm install mysql2'],
  ])('say what to install where the driver for %s is missing', async (address, said) => {
    const command = join(folder, 'node_modules', '@portico', 'program', 'bin', 'portico-program.mjs')
    for (const { node, options } of nodes) {
      const env = { PATH: process.env['PATH'], DATABASE_URL: address }
      const failed = await call(node, [...options, command, 'migrate'], { cwd: folder, env }).catch(
        (error: { stderr: string }) => error,
      )
      expect([node, failed.stderr]).toEqual([node, expect.stringContaining(said)])
    }
  })

  test('have a command that runs where there is no launcher', async () => {
    const command = join(folder, 'node_modules', '@portico', 'program', 'bin', 'portico-program.mjs')
    for (const { node, options } of nodes)
      expect((await call(node, [...options, command, 'keygen'])).stdout).toMatch(/^SSO_ENCRYPTION_KEYS=/)
  })

  test('have commands that say which Node they need, and do nothing on an older one', async () => {
    const told: unknown[] = []
    for (const name of PUBLISHED) {
      const home = join(folder, 'dist', 'npm', name)
      const { bin, engines } = manifestIn(home) as Record<string, Record<string, string>>
      for (const [command, file] of Object.entries(bin ?? {})) {
        const needed = engines?.['node']?.slice(2)
        const said = `${command}: this is Node 18.20.8, and the command needs Node ${needed} or newer. Nothing was done.\n`
        const refused = await call(process.execPath, ['--import', NODE_18, join(home, file)]).catch(
          ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
            code,
            stdout,
            stderr,
          }),
        )
        expect(refused).toEqual({ code: 1, stdout: '', stderr: said })
        told.push(command)
      }
    }
    // The app side and the processes alone have no command.
    expect(told).toHaveLength(PUBLISHED.length - 2)
  })

  // proves: threat-package-out
  test('hold no test, no source, no script and nothing that leads outside', async () => {
    for (const name of ['program', 'app']) {
      const home = join(folder, 'node_modules', '@portico', name)
      const files = await readdir(home, { recursive: true })
      expect(files.filter((file) => /\.(test|fixture)\.|(?<!\.d)\.ts$/.test(file))).toEqual([])
      const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as Record<
        string,
        unknown
      >
      expect(manifest).not.toHaveProperty('scripts')
      expect(manifest).not.toHaveProperty('devDependencies')
      const doors = Object.values(manifest['exports'] as Record<string, string | Record<string, string>>)
      const named = doors.flatMap((door) => (typeof door === 'string' ? [door] : Object.values(door)))
      expect(named.length).toBeGreaterThan(2)
      expect(named.filter((file) => !existsSync(join(home, file)))).toEqual([])
    }
  })

  test('can be published: npm takes each of them, and the page and the licence are in it', async () => {
    const root = join(folder, 'release')
    await mkdir(join(root, 'packages/program'), { recursive: true })
    const { version } = manifestIn(join(ROOT, 'packages/program'))
    await writeFile(join(root, 'packages/program/package.json'), JSON.stringify({ name: 'p', version }))
    const publish = (env: NodeJS.ProcessEnv, isDryRun = true) =>
      publishAll({ root, folder: join(folder, 'dist/npm'), isDryRun, env })
    await writeFile(join(root, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n')
    await expect(publish({})).rejects.toThrow(`no section "## ${version}"`)
    await writeFile(join(root, 'CHANGELOG.md'), `# Changelog\n\n## Unreleased\n\n## ${version}\n`)
    await expect(publish({}, false)).rejects.toThrow('by a workflow')
    await publish({ GITHUB_SERVER_URL: 'https://example.org', GITHUB_REPOSITORY: 'us/portico' })
    for (const name of PUBLISHED) {
      const built = join(folder, 'dist/npm', name)
      expect(manifestIn(built)['repository']).toEqual({
        type: 'git',
        url: 'git+https://example.org/us/portico.git',
        directory: `packages/${name}`,
      })
      expect([existsSync(join(built, 'README.md')), existsSync(join(built, 'LICENSE'))]).toEqual([true, true])
    }
    await writeFile(join(root, 'packages/program/package.json'), '{ "version": "9.0.0" }')
    await expect(publish({})).rejects.toThrow(`@portico/app ${version}`)
  })

  // proves: threat-package-out
  test.each(PUBLISHED)('%s cannot be packed from its sources by mistake', async (name) => {
    const packing = call('npm', ['pack', '--dry-run'], { cwd: join(ROOT, 'packages', name) })
    await expect(packing).rejects.toMatchObject({ stderr: expect.stringContaining('npm run build') })
  })
})
