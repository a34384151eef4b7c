import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MIGRATIONS } from '../../packages/identity/src/migrations.ts'
import { type DatabaseAddress, openPool } from '../../packages/identity/src/platform/postgres/connect.ts'
import { migrate } from '../../packages/identity/src/platform/postgres/migrate.ts'
import { systemClock } from '../../packages/identity/src/platform/system-clock.ts'
import { systemRandom } from '../../packages/identity/src/platform/system-random.ts'
import { freePort } from '../../packages/identity/testing/free-port.ts'
import { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import { type TestService } from '../../packages/identity/testing/test-service.ts'
import { NODE_OPTIONS } from '../../scripts/node-options.mjs'
import { type Environment, type NodeProgram, type Run, startNode } from './child-process.ts'
import { openFolder } from './folder.ts'
import { until } from './until.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COMMAND = 'packages/identity/src/command/portico.ts'

/** How a process is run. */
export interface RunOptions extends Pick<NodeProgram, 'nodeOptions' | 'logFile' | 'onCore'> {
  /** The folder of other sources than these. */
  readonly root?: string
}

/** Runs the `portico` command with only these settings. */
export function runPortico(
  args: readonly string[],
  environment: Environment,
  { root = ROOT, ...options }: RunOptions = {},
): Run {
  return startNode({ file: join(root, COMMAND), args, environment, nodeOptions: NODE_OPTIONS, ...options })
}

/** PostgreSQL's processes on a data directory, the server first. */
export function serverProcesses(dataDir: string): readonly number[] {
  const cluster = join(dataDir, 'postgres')
  const postmaster = readPostmaster(dataDir)?.pid
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && cwdOf(name) === cluster)
  return pids.map(Number).sort((one, other) => Number(other === postmaster) - Number(one === postmaster))
}

/** Ends the PostgreSQL of a killed service, if it runs. */
export async function endServer(dataDir: string): Promise<void> {
  const [postmaster] = serverProcesses(dataDir)
  if (postmaster === undefined) return
  process.kill(postmaster, 'SIGCONT')
  process.kill(postmaster, 'SIGQUIT')
  await until(`PostgreSQL in ${dataDir} ends`, () => serverProcesses(dataDir).length === 0 || undefined)
}

/** The address of the embedded server of a data directory. */
export function embeddedAddress(dataDir: string): Extract<DatabaseAddress, { kind: 'socket' }> {
  const { port, socketDir } = readPostmaster(dataDir) ?? { port: 5432, socketDir: join(dataDir, 'socket') }
  return { kind: 'socket', socketDir, port, user: 'portico', database: 'portico' }
}

/** The settings of a test. */
export interface IdentityOptions extends RunOptions {
  /** `PORTICO_DATABASE_URL` with its own key. Without it, the embedded server in its own folder. */
  readonly databaseUrl?: string
  readonly dataDir?: string
  readonly environment?: Environment
}

/** The service as operators run it: a process that can be killed and started again in the same place. */
export type IdentityProcess = Awaited<ReturnType<typeof startIdentity>>

/** The settings of a test's service, unless the test has others. */
const GENEROUS: Environment = {
  ...Object.fromEntries(
    [
      'REGISTER_PER_IP_HOUR',
      'RECOVER_PER_IP_HOUR',
      'REGISTER_PER_EMAIL_HOUR',
      'RECOVER_PER_EMAIL_HOUR',
      'TOKEN_PER_IP_MINUTE',
      'INTROSPECT_PER_IP_MINUTE',
    ].map((limit) => [`PORTICO_LIMIT_${limit}`, '1000000000']),
  ),
  // A machine that pauses for a moment is not an outage. Tests of outages set the usual deadline.
  PORTICO_DATABASE_DEADLINE_MS: '15000',
  PORTICO_LOG_LEVEL: 'warn',
  // Behind a public address, the usual sender at localhost is refused.
  PORTICO_MAIL_FROM: 'Portico <no-reply@example.org>',
  // No balancer has to see that a process stops.
  PORTICO_DRAIN_SECONDS: '0',
}

/** The limits of the contract: an empty setting counts as not set. */
export const CONTRACT_LIMITS: Environment = Object.fromEntries(
  Object.keys(GENEROUS).flatMap((name) => (name.startsWith('PORTICO_LIMIT_') ? [[name, '']] : [])),
)

/** The key of processes that share a database. */
const SHARED_KEY = Buffer.alloc(32, 9).toString('base64')

/** Migrates as an operator does before the first start: by the command, where another release may have to do it. */
async function bringUpToDate(
  databaseUrl: string | undefined,
  environment: Environment,
  options: RunOptions,
): Promise<void> {
  if (databaseUrl !== undefined && options.root === undefined) {
    await migrate({ kind: 'url', url: databaseUrl }, MIGRATIONS)
    return
  }
  const { code, output } = await runPortico(['migrate'], environment, options).ended
  if (code !== 0) throw new Error(`portico migrate ended with ${code}: ${output}`)
}

/** Migrates, starts the service and waits until it answers. Limits are generous unless a test sets them. */
export async function startIdentity(options: IdentityOptions = {}) {
  const { databaseUrl, environment: given, ...runOptions } = options
  const port = Number(given?.['PORTICO_PORT'] ?? (await freePort()))
  const folder = openFolder()
  const dataDir = options.dataDir ?? join(folder, 'data')
  const environment: Environment = {
    ...GENEROUS,
    PORTICO_PORT: String(port),
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_MAILBOX_PORT: '0',
    PORTICO_DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && {
      PORTICO_DATABASE_URL: databaseUrl,
      PORTICO_SECRET_KEY: SHARED_KEY,
    }),
    ...given,
  }
  await bringUpToDate(databaseUrl, environment, runOptions)
  const since = performance.now()
  let run: Run
  /** Starts it, also again in the same place. Resolves when it is ready. */
  const start = async () => {
    run = runPortico(['serve'], environment, runOptions)
    await untilReady(run, port)
  }
  await start()
  const startMilliseconds = performance.now() - since
  const address: DatabaseAddress =
    databaseUrl === undefined ? embeddedAddress(dataDir) : { kind: 'url', url: databaseUrl }
  /** The test's own connections to the database. */
  const db = openPool(address, { connections: 2, deadlineMilliseconds: 30_000, access: 'any' })
  const baseUrl = `http://localhost:${port}`
  const browser = (headers?: Readonly<Record<string, string>>) => new TestBrowser(baseUrl, headers)
  const foundation = { db, clock: systemClock, random: systemRandom }
  return {
    ...{ baseUrl, port, dataDir, environment, db, start, browser },
    /** From its first start to its first answer. */
    startMilliseconds,
    /** The citizens and programs of the tests use its address, its browsers, and its database for making accounts. */
    service: { baseUrl, browser, foundation } as unknown as TestService,
    get pid(): number {
      return run.child.pid ?? 0
    },
    output: () => run.output(),
    /** Sends SIGKILL. Resolves when the process has ended. */
    kill: async () => void (await run.end('SIGKILL')),
    /** Sends SIGTERM. Resolves when the process has ended. */
    stop: () => run.end('SIGTERM'),
    async close() {
      await db.close().catch(() => undefined)
      await run.end('SIGTERM')
      if (databaseUrl === undefined && options.dataDir === undefined) await endServer(dataDir)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts are measured, so this poll is more frequent than others. */
const START_POLL_MILLISECONDS = 4
const MOST_START_MILLISECONDS = 90_000

/** Waits until the service answers. Fails at once, with its output, where it ends first. */
export async function untilReady(run: Run, port: number): Promise<void> {
  const answers = async () => {
    if (run.child.exitCode !== null || run.child.signalCode !== null)
      throw new Error(`The service ended (${run.child.exitCode ?? run.child.signalCode}): ${run.output()}`)
    // A child that is still starting does not answer; another process may answer on the same port.
    if (!/is ready|is running/.test(run.output())) return undefined
    return (await statusOf(`http://localhost:${port}/api/health/`)) === 200 || undefined
  }
  await until(
    () => `a service answers on port ${port}: ${run.output()}`,
    answers,
    MOST_START_MILLISECONDS,
    START_POLL_MILLISECONDS,
  )
}

/** The status of an address; 0 where nothing answers. */
export async function statusOf(url: string): Promise<number> {
  const read = async (answer: Response) => answer.arrayBuffer().then(() => answer.status)
  return fetch(url).then(read, () => 0)
}

function readPostmaster(dataDir: string): { pid: number; port: number; socketDir: string } | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [pid, , , port, socketDir] = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(pid), port: Number(port) || 5432, socketDir: socketDir || join(dataDir, 'socket') }
}

function cwdOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
