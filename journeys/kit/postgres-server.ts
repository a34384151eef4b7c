import { execFileSync, spawn } from 'node:child_process'
import { chownSync, globSync, mkdirSync, openSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import {
  type EmbeddedServer,
  serverUser,
  startEmbeddedServer,
} from '../../packages/embedded-postgres/src/index.ts'
import type { Cleanup } from './cleanup.ts'
import { until } from './until.ts'

/** Where a server listens. It asks for no password. */
export interface ServerPlace {
  readonly socketDir: string
  readonly port: number
  readonly user: string
}

/** The folder, the cleanup and the progress of a server. */
export interface ServerNeeds {
  readonly folder: string
  readonly cleanup: Pick<Cleanup, 'add'>
  say(line: string): void
}

const OWNER = 'portico'
const PORT = 5432

/**
 * The usual settings of a server for more than a few thousand people: a quarter of the memory for `shared_buffers`, and a
 * checkpoint each half hour instead of each gigabyte of WAL, because the first change of a page after a checkpoint writes
 * the whole page. Everything else has PostgreSQL's default.
 */
const SETTINGS = {
  max_connections: '200',
  shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
  max_wal_size: '16GB',
  checkpoint_timeout: '30min',
  listen_addresses: '',
}

/** Opens a new connection. The caller ends it. */
export async function openClient(
  { socketDir, port, user }: ServerPlace,
  database = OWNER,
): Promise<pg.Client> {
  const client = new pg.Client({ host: socketDir, port, user, database })
  // When the server ends, the next statement fails.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Runs statements on a new connection. */
export async function withClient<Value>(
  place: ServerPlace,
  database: string | undefined,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = await openClient(place, database)
  return work(client).finally(() => client.end())
}

/** Makes a database, empty or as a copy. Returns its address in the form of `PORTICO_DATABASE_URL`. */
export async function createDatabase(place: ServerPlace, name: string, copyOf?: string): Promise<string> {
  const template = copyOf === undefined ? '' : ` template ${copyOf}`
  await withClient(place, OWNER, (client) => client.query(`create database ${name}${template}`))
  const { socketDir, port, user } = place
  return `postgres://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}&port=${port}`
}

/** Starts the embedded server. */
export async function startEmbedded({ folder, cleanup, say }: ServerNeeds): Promise<EmbeddedServer> {
  const starting = startEmbeddedServer({ dataDir: folder, progress: say })
  // Added before the start, so that an interrupted start leaves no server.
  cleanup.add(async () => (await starting.catch(() => undefined))?.stop())
  return starting
}

/**
 * The folder of this machine's newest PostgreSQL server programs, in the place of Debian and Ubuntu. Undefined if there are
 * none. A deployment's server is compiled for speed (`-O2`), the embedded one for size (`-Os`): it needs half as much time
 * again for the same statement.
 */
export function machinePostgres(): string | undefined {
  const servers = globSync('/usr/lib/postgresql/*/bin/postgres')
  const newest = servers.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1)
  return newest && dirname(newest)
}

/** Starts a server with the machine's own programs on an empty cluster. It listens only on a Unix socket. */
export async function startFromPrograms(
  bin: string,
  { folder, cleanup, say }: ServerNeeds,
): Promise<ServerPlace> {
  say(`Making a database with ${bin}`)
  const home = join(folder, 'postgres')
  const owner = serverUser(home)
  mkdirSync(home, { mode: 0o700 })
  if (owner) chownSync(home, owner.uid, owner.gid)
  const cluster = join(home, 'cluster')
  const options = ['-D', cluster, `--username=${OWNER}`, '--encoding=UTF8', '--locale=C', '--auth=trust']
  execFileSync(join(bin, 'initdb'), options, { ...owner, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
  const settings = { ...SETTINGS, unix_socket_directories: home, port: String(PORT) }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(join(folder, 'postgres.log'), 'a')
  const stdio = ['ignore', log, log] as ['ignore', number, number]
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, ...flags], { ...owner, cwd: '/', stdio })
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  cleanup.add(async () => {
    if (server.exitCode === null) server.kill('SIGINT')
    await ended
  })
  const place = { socketDir: home, port: PORT, user: OWNER }
  await until('PostgreSQL answers; if not, try --postgres embedded', () => {
    if (server.exitCode !== null) throw new Error('PostgreSQL did not start; try --postgres embedded')
    return withClient(place, 'postgres', (client) => client.query(`create database ${OWNER}`)).catch(
      () => undefined,
    )
  })
  return place
}

/** The version of a server and its optimisation, in a few words. Only a superuser can read this. */
export async function aboutServer(place: ServerPlace): Promise<string> {
  const { rows } = await withClient(place, OWNER, (client) =>
    client.query<{ version: string; flags: string | null }>(
      `select current_setting('server_version') as version,
              (select setting from pg_config where name = 'CFLAGS') as flags`,
    ),
  )
  return serverWords(rows[0]?.version ?? '', rows[0]?.flags ?? '')
}

/** Of several optimisation levels, the compiler uses the last. */
export function serverWords(version: string, flags: string): string {
  const level = flags.match(/(?<=^|\s)-O\S*/g)?.at(-1)
  return `PostgreSQL ${version.split(' ')[0]}${level === undefined ? '' : ` built with ${level}`}`
}
