import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as migrationsOf from '../packages/identity/src/migrations.ts'
import { systemClock } from '../packages/identity/src/platform/system-clock.ts'
import { systemRandom } from '../packages/identity/src/platform/system-random.ts'
import type { TestDatabase } from '../packages/identity/testing/database.ts'
import { freePort } from '../packages/identity/testing/free-port.ts'
import type * as people from '../packages/identity/testing/people.ts'
import { enterProgram } from '../packages/identity/testing/program-flow.ts'
import { TestBrowser } from '../packages/identity/testing/test-browser.ts'
import { type TestService } from '../packages/identity/testing/test-service.ts'
import type { Environment, Run } from './kit/child-process.ts'
import type { Cleanup } from './kit/cleanup.ts'
import { outcomeOf, sendOnce } from './kit/http/connection.ts'
import type { CheckedRequest } from './kit/http/request.ts'
import { runPortico, untilReady } from './kit/identity-process.ts'
import { linkInstalledPackages } from './kit/linked-packages.ts'
import { introspectionRequest, refreshRequest, type Tokens } from './kit/oauth-requests.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PARTS = [
  'packages/identity',
  'packages/embedded-postgres',
  'packages/processes',
  'scripts',
  'package.json',
]

/** The commit of the release before. */
export const RELEASE_BEFORE = readFileSync(join(ROOT, 'scripts/release-before.txt'), 'utf8').trim()

/** Whether the history has the release before. A checkout of one commit (a shallow clone) or an archive does not. */
export function hasHistory(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${RELEASE_BEFORE}^{commit}`], { cwd: ROOT, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Writes the sources of the release before into a folder. */
export function checkOutBefore(root: string): void {
  mkdirSync(root)
  const options = { cwd: ROOT, maxBuffer: 1024 ** 3 }
  const listed = execFileSync('git', ['ls-tree', '--name-only', RELEASE_BEFORE, ...PARTS], options)
  // A package may be newer than that release.
  const parts = listed.toString().trim().split('\n')
  const archive = execFileSync('git', ['archive', RELEASE_BEFORE, ...parts], options)
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  linkInstalledPackages(ROOT, root)
}

/** Copies these sources into a folder, as a later release that has one room more, which has nothing but migrations. */
export function copyAsLater(root: string, migrations: Readonly<Record<string, string>>): void {
  const filter = (path: string) => !path.endsWith('node_modules')
  for (const part of PARTS) cpSync(join(ROOT, part), join(root, part), { recursive: true, filter })
  linkInstalledPackages(ROOT, root)
  const src = join(root, 'packages/identity/src')
  const made = Object.entries(migrations).map(
    (entry) => `parseMigration(${entry.map((word) => JSON.stringify(word)).join()})`,
  )
  writeFileSync(
    join(src, 'toys.ts'),
    `import { parseMigration } from './platform/postgres/migration.ts'\nexport const TOYS = { tables: {}, migrations: [${made.join()}] }\n`,
  )
  const heads = readFileSync(join(src, 'room-heads.ts'), 'utf8')
  const more = heads.replace(/^export const HEADS: .* = \{\n/m, (line) => `${line}  toys: TOYS,\n`)
  if (more === heads) throw new Error('room-heads.ts has no list of heads')
  writeFileSync(join(src, 'room-heads.ts'), `import { TOYS } from './toys.ts'\n${more}`)
}

/** The number of the last migration of a release, as `fits-from` names it. */
export async function lastMigrationOf(root: string): Promise<string> {
  const { MIGRATIONS }: typeof migrationsOf = await import(join(root, 'packages/identity/src/migrations.ts'))
  return String(MIGRATIONS.at(-1)?.number).padStart(4, '0')
}

/** One process of a release. */
export interface Instance {
  readonly port: number
  readonly run: Run
  readonly metricsPort: number
  /** Resolves when it serves. */
  ready(): Promise<void>
  service: TestService
}

/** Processes of several releases on one database. */
export type Stage = ReturnType<typeof openStage>

/** Opens a stage. Its processes have one public address. */
export function openStage(database: TestDatabase, publicPort: number, cleanup: Cleanup) {
  const shared: Environment = {
    PORTICO_DATABASE_URL: database.url,
    PORTICO_SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
    PORTICO_BASE_URL: `http://localhost:${publicPort}`,
    PORTICO_MAILBOX_PORT: '0',
    PORTICO_DATABASE_DEADLINE_MS: '15000',
    PORTICO_DRAIN_SECONDS: '1',
    PORTICO_LOG_LEVEL: 'warn',
    PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '1000000',
    PORTICO_LIMIT_INTROSPECT_PER_IP_MINUTE: '1000000',
  }
  const foundation = { db: database.db, clock: systemClock, random: systemRandom }
  return {
    foundation,
    migrate: (root: string) => runPortico(['migrate'], shared, { root }).ended,
    async start(root: string): Promise<Instance> {
      const [port, metricsPort] = [await freePort(), await freePort()]
      const ports = { PORTICO_PORT: String(port), PORTICO_METRICS_PORT: String(metricsPort) }
      const run = runPortico(['serve'], { ...shared, ...ports }, { root })
      cleanup.add(() => run.end('SIGKILL'))
      const baseUrl = `http://localhost:${port}`
      const browser = (headers?: Readonly<Record<string, string>>) => new TestBrowser(baseUrl, headers)
      const service = { baseUrl, browser, foundation } as unknown as TestService
      return { port, metricsPort, run, service, ready: () => untilReady(run, port) }
    },
  }
}

/** Citizens of a program that use it all the time, at each of the ports in turn. */
export interface Load {
  /** The ports that a load balancer would send requests to. */
  ports: number[]
  answered: number
  readonly failed: string[]
  end(): Promise<void>
}

/** Citizens and programs are made by the code that fits the schema of the moment. */
async function peopleOf(code: string): Promise<typeof people> {
  return import(join(code, 'packages/identity/testing/people.ts'))
}

/** Lets citizens enter a program at one process, and starts their requests. */
export async function startLoad(
  { foundation }: Stage,
  first: Instance,
  { citizens, code = ROOT }: { readonly citizens: number; readonly code?: string },
): Promise<Load> {
  const { addCitizen, addProgram, signIn, TEST_PASSWORD } = await peopleOf(code)
  const program = await addProgram({ foundation })
  const entering = Array.from({ length: citizens }, async () => {
    const browser = first.service.browser()
    await signIn(browser, await addCitizen({ foundation }), TEST_PASSWORD)
    return enterProgram(first.service, program, browser)
  })
  let isOver = false
  let turn = 0
  const load: Load = {
    ports: [first.port],
    answered: 0,
    failed: [],
    async end() {
      isOver = true
      await Promise.all(working)
    },
  }
  const send = async (what: string, request: CheckedRequest) => {
    const port = load.ports[(turn += 1) % load.ports.length] ?? 0
    const response = await outcomeOf(sendOnce(port, request))
    const isGood = response.status === 200 && !response.body.includes('"active":false')
    if (isGood) load.answered += 1
    else load.failed.push(`${what} at ${port}: ${response.status} ${response.body.slice(0, 100)}`)
    return isGood ? response : undefined
  }
  const use = async (tokens: Tokens) => {
    for (let newest = tokens; !isOver; ) {
      const rotated = await send('refresh', refreshRequest(program, newest.refresh_token))
      if (!rotated) return
      newest = rotated.json<Tokens>()
      await send('introspection', introspectionRequest(program, newest.access_token))
    }
  }
  const working = (await Promise.all(entering)).map(({ tokens }) => use(tokens))
  return load
}
