import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

/** Why no PgBouncer can be started here; false where one can. */
export const withoutPgBouncer = !existsSync(PROGRAM) && 'PgBouncer is missing'

/** How a PgBouncer is set. */
export interface PoolerSettings {
  readonly pool_mode: 'session' | 'transaction'
  readonly default_pool_size?: number
  readonly ignore_startup_parameters?: string
}

/** A real PgBouncer in front of a test database. */
export interface TestPooler {
  readonly url: string
  stop(): Promise<void>
}

/** Starts PgBouncer, which refuses to run as root, as the user of the test's PostgreSQL. */
export async function startPgBouncer(database: TestDatabase, settings: PoolerSettings): Promise<TestPooler> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-pooler-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const { socketDir, port: behind, user, database: name } = database.address
  const file = join(folder, 'pgbouncer.ini')
  const options = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }
  const lines = Object.entries(options).map(([key, value]) => `${key} = ${value}`)
  const place = `host=${socketDir} port=${behind} user=${user} dbname=${name}`
  writeFileSync(file, `[databases]\n${name} = ${place}\n[pgbouncer]\n${lines.join('\n')}\n`)
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PROGRAM, [...asUser, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  await untilReady(child)
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${name}`,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

async function untilReady({ stderr }: ChildProcess): Promise<void> {
  let said = ''
  for await (const text of stderr?.setEncoding('utf8').iterator({ destroyOnReturn: false }) ?? []) {
    said += String(text)
    if (said.includes('process up')) return void stderr?.resume()
  }
  throw new Error(`PgBouncer did not start: ${said}`)
}
