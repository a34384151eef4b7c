import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import mysql, { type Pool, type PoolOptions } from 'mysql2/promise'
import { afterAll, beforeAll } from 'vitest'

const SERVER = programNamed('mariadbd')
const INSTALLER = programNamed('mariadb-install-db')

/** Why tests with MariaDB are skipped, or null. */
export const noMariadb =
  SERVER && INSTALLER ? null : 'no mariadbd here: install it with "sudo apt-get install mariadb-server"'

/** The name of a group of tests that need MariaDB: it says why they are skipped. */
export function withMariadb(name: string): string {
  return noMariadb === null ? name : `${name} (${noMariadb})`
}

/** A server of its own for one test file, in a temporary folder, without a TCP port. */
export interface MariadbServer {
  /** The address of a new, empty database. */
  newDatabase(): Promise<{ readonly socketPath: string; readonly user: string; readonly database: string }>
  /** A pool for it. It is closed after the tests. */
  pool(options: PoolOptions): Pool
  /** Kills the server as a power failure would, and starts it again on the same files. */
  killAndStart(): Promise<void>
  /** The server answers nothing until it is thawed, and its connections stay open. */
  freeze(): Promise<void>
  thaw(): void
}

/** Starts the server before the tests of a file, and removes it after them. */
export function useMariadb(): MariadbServer {
  const state: { folder: string; server?: ChildProcess; pools: Pool[]; made: number } = {
    ...{ folder: '', pools: [], made: 0 },
  }
  const socketPath = () => join(state.folder, 'socket')
  beforeAll(async () => {
    if (noMariadb !== null) return
    state.folder = await mkdtemp(join(tmpdir(), 'portico-mariadb-'))
    await makeFiles(state.folder)
    state.server = await startServer(state.folder)
  })
  afterAll(async () => {
    await Promise.all(state.pools.map((pool) => pool.end().catch(() => undefined)))
    if (state.server) await kill(state.server)
    if (state.folder !== '') await rm(state.folder, { recursive: true, force: true })
  })
  return {
    async newDatabase() {
      const database = `test_${(state.made += 1)}`
      const connection = await mysql.createConnection({ socketPath: socketPath(), user: 'root' })
      await connection.query(`create database ${database}`)
      await connection.end()
      return { socketPath: socketPath(), user: 'root', database }
    },
    pool(options) {
      const pool = mysql.createPool(options)
      state.pools.push(pool)
      return pool
    },
    async freeze() {
      state.server?.kill('SIGSTOP')
      await untilStopped(state.server?.pid ?? 0)
    },
    thaw: () => void state.server?.kill('SIGCONT'),
    async killAndStart() {
      if (state.server) await kill(state.server)
      state.server = await startServer(state.folder)
    },
  }
}

/** As root, the programs ask for a user to become. */
const AS_USER = process.getuid?.() === 0 ? ['--user=root'] : []

async function makeFiles(folder: string): Promise<void> {
  const child = spawn(
    INSTALLER ?? '',
    [
      '--no-defaults',
      `--datadir=${join(folder, 'data')}`,
      `--tmpdir=${folder}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--innodb-log-file-size=8M',
      ...AS_USER,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`mariadb-install-db failed: ${(await said).join('\n')}`)
}

/** What was committed survives the end of the process, and no commit waits for the disk of the machine. */
async function startServer(folder: string): Promise<ChildProcess> {
  const child = spawn(
    SERVER ?? '',
    [
      '--no-defaults',
      `--datadir=${join(folder, 'data')}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      // A server that starts removes the temporary tables of all servers with the same folder.
      `--tmpdir=${folder}`,
      '--skip-networking',
      '--innodb-flush-log-at-trx-commit=2',
      '--innodb-log-file-size=8M',
      '--innodb-lock-wait-timeout=20',
      '--max-connections=300',
      ...AS_USER,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  await untilReady(child)
  return child
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (part: Buffer) => {
      said += part.toString()
      if (said.includes('ready for connections')) resolve()
    })
    child.once('exit', () => reject(new Error(`mariadbd ended: ${said}`)))
  })
}

/** The server's threads stop one after the other: one that runs may still answer when the signal is sent. */
async function untilStopped(pid: number): Promise<void> {
  const folder = `/proc/${pid}/task`
  const isStopped = (thread: string) => {
    try {
      return readFileSync(join(folder, thread, 'stat'), 'utf8').includes(') T ')
    } catch {
      return false // The thread has ended.
    }
  }
  while (existsSync(folder) && !readdirSync(folder).every(isStopped)) await setImmediate()
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

function programNamed(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
