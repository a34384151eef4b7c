import { execFile, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serverUser } from '../../packages/embedded-postgres/src/index.ts'
import { machinePostgres, type ServerNeeds, type ServerPlace, withClient } from './postgres-server.ts'
import { until } from './until.ts'

const PGBACKREST = '/usr/bin/pgbackrest'
const DEPLOY = fileURLToPath(new URL('../../deploy/pgbackrest/', import.meta.url))
const STANZA = '--stanza=portico'
const OWNER = 'portico'
const PORT = 5432
const MOST_START_MILLISECONDS = 600_000

const runProgram = promisify(execFile)

/** A PostgreSQL with a WAL archive. It can go back to a moment. */
export type RecoverableServer = Awaited<ReturnType<typeof openRecoverableServer>>

/** The word for what this machine lacks; undefined if it has everything. */
export function whatRecoveryLacks(): string | undefined {
  if (!existsSync(PGBACKREST)) return 'pgBackRest is not installed'
  return machinePostgres() === undefined ? 'there is no PostgreSQL in /usr/lib/postgresql' : undefined
}

/**
 * Starts a server of this machine with the reference configuration of deploy/pgbackrest. The files are used as they are: what
 * differs by machine comes from the environment and from settings at the end of postgresql.conf.
 */
export async function openRecoverableServer(
  { folder, cleanup, say }: ServerNeeds,
  settings: Readonly<Record<string, string>> = {},
) {
  const bin = machinePostgres() ?? ''
  const home = join(folder, 'recoverable')
  const owner = serverUser(home)
  const cluster = join(home, 'cluster')
  const folders = ['repository', 'spool', 'lock', 'log'].map((name) => join(home, name))
  for (const path of [home, ...folders]) {
    mkdirSync(path, { mode: 0o700 })
    if (owner) chownSync(path, owner.uid, owner.gid)
  }
  const configuration = join(home, 'pgbackrest.conf')
  copyFileSync(join(DEPLOY, 'pgbackrest.conf'), configuration)
  const [repository = '', spool = '', lock = '', log = ''] = folders
  const environment = {
    PATH: `${bin}:/usr/bin:/bin`,
    LC_ALL: 'C.UTF-8',
    PGBACKREST_CONFIG: configuration,
    PGBACKREST_REPO1_PATH: repository,
    PGBACKREST_REPO1_CIPHER_PASS: 'loopback-only',
    PGBACKREST_SPOOL_PATH: spool,
    PGBACKREST_LOCK_PATH: lock,
    PGBACKREST_LOG_PATH: log,
    PGBACKREST_PG1_PATH: cluster,
    PGBACKREST_PG1_SOCKET_PATH: home,
    PGBACKREST_PG1_PORT: String(PORT),
    PGBACKREST_PG1_USER: OWNER,
  }
  const as = { ...owner, cwd: '/', env: environment }
  const initdb = ['-D', cluster, `--username=${OWNER}`, '--encoding=UTF8', '--locale=C', '--auth=trust']
  execFileSync(join(bin, 'initdb'), initdb, { ...as, stdio: ['ignore', 'ignore', 'inherit'] })
  appendFileSync(join(cluster, 'postgresql.conf'), configurationOf(home, settings))
  const place = { socketDir: home, port: PORT, user: OWNER }
  const logFile = join(folder, 'recoverable.log')
  let running: { readonly ended: Promise<void>; stop(): void } | undefined
  const server = {
    place,
    repository,
    /** What PostgreSQL has logged so far. */
    log: () => readFileSync(logFile, 'utf8'),
    /** Starts it. Resolves when it takes writes: after a restore that is when the recovery has ended. */
    async start() {
      const file = openSync(logFile, 'a')
      const child = spawn(join(bin, 'postgres'), ['-D', cluster], { ...as, stdio: ['ignore', file, file] })
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
      running = { ended, stop: () => void child.kill('SIGINT') }
      await until(
        'PostgreSQL takes writes',
        async () => {
          if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${server.log().slice(-2_000)}`)
          return (await isPrimary(place)) || undefined
        },
        MOST_START_MILLISECONDS,
      )
    },
    /** Stops it, as an operator does. It archives its last WAL before. */
    async stop() {
      running?.stop()
      await running?.ended
    },
    /**
     * A moment after everything that has been acknowledged, and before everything that is asked when it resolves. It is in a later
     * second than the end of a backup: pgBackRest goes only to such moments.
     */
    noteMoment: () =>
      withClient(place, 'postgres', (client) =>
        noteMoment(async (statement) => (await client.query(statement)).rows),
      ),
    /** Takes the database back to a moment, or to the end of the archive. It must be stopped. */
    restore: (moment?: string) => {
      const target =
        moment === undefined ? [] : ['--type=time', `--target=${moment}`, '--target-action=promote']
      return server.pgbackrest('--delta', ...target, 'restore')
    },
    /** Runs pgBackRest. Returns what it says. Throws where it fails. */
    async pgbackrest(...args: readonly string[]): Promise<string> {
      const { stdout } = await runProgram(PGBACKREST, [STANZA, ...args], { ...as, maxBuffer: 2 ** 26 })
      return stdout
    },
  }
  cleanup.add(() => server.stop())
  say('a server with a WAL archive starts')
  await server.start()
  await withClient(place, 'postgres', (client) => client.query(`create database ${OWNER}`))
  await server.pgbackrest('stanza-create')
  return server
}

function configurationOf(home: string, settings: Readonly<Record<string, string>>): string {
  const own = { listen_addresses: '', unix_socket_directories: home, port: String(PORT), ...settings }
  const lines = Object.entries(own).map(([name, value]) => `${name} = '${value}'`)
  return `\n${readFileSync(join(DEPLOY, 'postgresql.conf'), 'utf8')}\n${lines.join('\n')}\n`
}

/** Runs a statement at a server, and returns its rows. */
type Ask = <Row extends Record<string, unknown>>(statement: string) => Promise<readonly Row[]>

/** The next full second of the server's clock, when it has passed: pgBackRest goes only to such moments. */
export async function noteMoment(ask: Ask): Promise<string> {
  const [next] = await ask<{ moment: string }>(
    "select (date_trunc('second', clock_timestamp()) + interval '1 second')::text as moment",
  )
  const { moment = '' } = next ?? {}
  await until('the moment has passed', async () => {
    const [now] = await ask<{ past: boolean }>(`select clock_timestamp() > '${moment}'::timestamptz as past`)
    return now?.past || undefined
  })
  return moment
}

async function isPrimary(place: ServerPlace): Promise<boolean> {
  const asked = withClient(place, 'postgres', (client) =>
    client.query<{ primary: boolean }>('select not pg_is_in_recovery() as primary'),
  )
  return asked.then(
    ({ rows }) => rows[0]?.primary === true,
    () => false,
  )
}
