import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type DatabaseAddress,
  type DatabasePool,
  openPool,
} from '../../packages/identity/src/platform/postgres/connect.ts'
import { systemClock } from '../../packages/identity/src/platform/system-clock.ts'
import { systemRandom } from '../../packages/identity/src/platform/system-random.ts'
import { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import { freePort, type TestService } from '../../packages/identity/testing/test-service.ts'
import { NODE_OPTIONS } from '../../scripts/node-options.mjs'
import { until } from './until.ts'

const COMMAND = fileURLToPath(new URL('../../packages/identity/src/command/portico.ts', import.meta.url))

/** How a process ended, and what it said. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
}

/** One run of the `portico` command. */
export interface Run {
  readonly child: ChildProcess
  readonly ended: Promise<Ending>
  /** What it has said so far, on both streams. */
  output(): string
}

type Environment = Readonly<Record<string, string>>

/** Runs the `portico` command, with these settings and no others of this machine. */
export function runPortico(args: readonly string[], environment: Environment): Run {
  const child = spawn(process.execPath, [...NODE_OPTIONS, COMMAND, ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return watch(child)
}

/** Collects what a child says and how it ends. */
export function watch(child: ChildProcess): Run {
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, output: said.join('') }))
  })
  return { child, ended, output: () => said.join('') }
}

/** A folder that the user of the embedded PostgreSQL can pass. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-journey-'))
  chmodSync(folder, 0o711)
  return folder
}

/** PostgreSQL's processes on a data directory, the server's own first. */
export function serverProcesses(dataDir: string): readonly number[] {
  const cluster = join(dataDir, 'postgres')
  const postmaster = readPostmaster(dataDir)?.pid
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && cwdOf(name) === cluster)
  return pids.map(Number).sort((one, other) => Number(other === postmaster) - Number(one === postmaster))
}

/** Ends the PostgreSQL that a killed service left behind, if any. */
export async function endServer(dataDir: string): Promise<void> {
  const [postmaster] = serverProcesses(dataDir)
  if (postmaster === undefined) return
  process.kill(postmaster, 'SIGCONT')
  process.kill(postmaster, 'SIGQUIT')
  await until(`PostgreSQL in ${dataDir} ends`, () =>
    serverProcesses(dataDir).length === 0 ? true : undefined,
  )
}

/** Where the embedded server of a data directory listens. */
export function embeddedAddress(dataDir: string): Extract<DatabaseAddress, { kind: 'socket' }> {
  const { port, socketDir } = readPostmaster(dataDir) ?? { port: 5432, socketDir: join(dataDir, 'socket') }
  return { kind: 'socket', socketDir, port, user: 'portico', database: 'portico' }
}

/** What a test may set. */
export interface IdentityOptions {
  /** `PORTICO_DATABASE_URL` with its own key, or nothing for the embedded server in a folder of its own. */
  readonly databaseUrl?: string
  readonly dataDir?: string
  readonly environment?: Environment
}

/** The service as operators run it: a process of its own, which can be killed and started again in the same place. */
export interface IdentityProcess {
  readonly baseUrl: string
  readonly port: number
  readonly dataDir: string
  readonly environment: Environment
  /** For the people and programs of the tests: its address, its browsers, and its database for making accounts. */
  readonly service: TestService
  /** The test's own look into the database. */
  readonly db: DatabasePool
  readonly pid: number
  output(): string
  browser(headers?: Readonly<Record<string, string>>): TestBrowser
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM, as every supervisor sends it; resolves when the process is gone. */
  stop(): Promise<Ending>
  /** Starts it again where it was; resolves when it is ready. */
  start(): Promise<void>
  close(): Promise<void>
}

const GENEROUS: Environment = {
  PORTICO_LIMIT_REGISTER_PER_IP_HOUR: '1000000',
  PORTICO_LIMIT_RECOVER_PER_IP_HOUR: '1000000',
  PORTICO_LIMIT_REGISTER_PER_EMAIL_HOUR: '1000000',
  PORTICO_LIMIT_RECOVER_PER_EMAIL_HOUR: '1000000',
  PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '1000000',
  PORTICO_LIMIT_INTROSPECT_PER_IP_MINUTE: '1000000',
  // A machine that stands still for a moment is no outage; tests of outages ask for the usual deadline.
  PORTICO_DATABASE_DEADLINE_MS: '15000',
  PORTICO_LOG_LEVEL: 'warn',
}

/** The key of processes that share a database. */
const SHARED_KEY = Buffer.alloc(32, 9).toString('base64')

/** Starts the service and waits until it answers; limits are generous unless a test sets them. */
export async function startIdentity(options: IdentityOptions = {}): Promise<IdentityProcess> {
  const port = Number(options.environment?.['PORTICO_PORT'] ?? (await freePort()))
  const folder = openFolder()
  const dataDir = options.dataDir ?? join(folder, 'data')
  const environment: Environment = {
    ...GENEROUS,
    PORTICO_PORT: String(port),
    PORTICO_BASE_URL: `http://localhost:${port}`,
    PORTICO_MAILBOX_PORT: '0',
    PORTICO_DATA_DIR: dataDir,
    ...(options.databaseUrl === undefined
      ? {}
      : { PORTICO_DATABASE_URL: options.databaseUrl, PORTICO_SECRET_KEY: SHARED_KEY }),
    ...options.environment,
  }
  let run = runPortico(['serve'], environment)
  await untilReady(run, port)
  const address: DatabaseAddress =
    options.databaseUrl === undefined ? embeddedAddress(dataDir) : { kind: 'url', url: options.databaseUrl }
  const db = openPool(address, { connections: 2, deadlineMilliseconds: 30_000, access: 'any' })
  const baseUrl = `http://localhost:${port}`
  const browser: IdentityProcess['browser'] = (headers) => new TestBrowser(baseUrl, headers)
  const end = async (name: 'SIGKILL' | 'SIGTERM') => {
    if (run.child.exitCode === null && run.child.signalCode === null) run.child.kill(name)
    return run.ended
  }
  const foundation = { db, clock: systemClock, random: systemRandom }
  return {
    baseUrl,
    port,
    dataDir,
    environment,
    // The people and programs of the tests use no more of a service than this.
    service: { baseUrl, browser, foundation } as unknown as TestService,
    db,
    get pid() {
      return run.child.pid ?? 0
    },
    output: () => run.output(),
    browser,
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    async start() {
      run = runPortico(['serve'], environment)
      await untilReady(run, port)
    },
    async close() {
      await db.close().catch(() => undefined)
      await end('SIGTERM')
      if (options.databaseUrl === undefined && options.dataDir === undefined) await endServer(dataDir)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the service answers; fails at once, with its words, when it ends instead. */
export async function untilReady(run: Run, port: number): Promise<void> {
  await until(`a service answers on port ${port}: ${run.output()}`, async () => {
    if (run.child.exitCode !== null || run.child.signalCode !== null)
      throw new Error(`The service ended (${run.child.exitCode ?? run.child.signalCode}): ${run.output()}`)
    // A child of ours that is still starting does not answer for another one on the same port.
    if (!/is ready|is running/.test(run.output())) return undefined
    return fetch(`http://localhost:${port}/api/health/`).then(
      (answer) => (answer.status === 200 ? true : undefined),
      () => undefined,
    )
  })
}

function readPostmaster(dataDir: string): { pid: number; port: number; socketDir: string } | undefined {
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split('\n')
  return {
    pid: Number(lines[0]),
    port: Number(lines[3]) || 5432,
    socketDir: lines[4] || join(dataDir, 'socket'),
  }
}

function cwdOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
