import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, openSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbeddedServer } from '../../../packages/identity/src/platform/postgres/embedded.ts'
import { serverUser } from '../../../packages/identity/src/platform/postgres/embedded-identity.ts'
import type { Closings } from './closings.ts'
import { type ServerPlace, withClient } from './postgres-client.ts'

/** What a server is started from. */
export interface ServerNeeds {
  readonly folder: string
  readonly closings: Closings
  say(line: string): void
}

const PORT = 5432
const START_POLLS = 300
const POLL_MILLISECONDS = 100

/**
 * What anybody sets who runs a server for more than a few thousand people: a quarter of the memory for pages, and a
 * checkpoint each half hour instead of each gigabyte of log, because the first change of a page after one writes the whole
 * page. All else is PostgreSQL's own default.
 */
const SETTINGS = {
  max_connections: '200',
  shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
  max_wal_size: '16GB',
  checkpoint_timeout: '30min',
  listen_addresses: '',
}

/** Starts the server that Portico brings. */
export async function startEmbedded({ folder, closings, say }: ServerNeeds): Promise<ServerPlace> {
  const starting = startEmbeddedServer({ dataDir: folder, progress: say })
  // Added before it runs: who interrupts the start leaves no server behind.
  closings.add(async () => (await starting.catch(() => undefined))?.stop())
  return starting
}

/** Starts a server of the machine's own programs on an empty cluster, reached by its socket alone. */
export async function startFromPrograms(
  bin: string,
  { folder, closings, say }: ServerNeeds,
): Promise<ServerPlace> {
  say(`Making a database with ${bin}`)
  const home = join(folder, 'postgres')
  const owner = serverUser(home)
  mkdirSync(home, { mode: 0o700 })
  if (owner) chownSync(home, owner.uid, owner.gid)
  const cluster = join(home, 'cluster')
  const options = ['-D', cluster, '--username=portico', '--encoding=UTF8', '--locale=C', '--auth=trust']
  execFileSync(join(bin, 'initdb'), options, { ...owner, cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
  const settings = { ...SETTINGS, unix_socket_directories: home, port: String(PORT) }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(join(folder, 'postgres.log'), 'a')
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, ...flags], {
    ...owner,
    cwd: '/',
    stdio: ['ignore', log, log],
  })
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  closings.add(async () => {
    if (server.exitCode === null) server.kill('SIGINT')
    await ended
  })
  const place = { socketDir: home, port: PORT, user: 'portico' }
  await awaitServer(place, () => server.exitCode === null)
  await withClient(place, 'postgres', (client) => client.query('create database portico'))
  return place
}

async function awaitServer(place: ServerPlace, isAlive: () => boolean): Promise<void> {
  for (let poll = 0; poll < START_POLLS && isAlive(); poll += 1) {
    try {
      return await withClient(place, 'postgres', async () => undefined)
    } catch {
      await wait(POLL_MILLISECONDS)
    }
  }
  throw new Error('PostgreSQL did not start; try --postgres embedded')
}

/** What a server is and how it was compiled, in a few words; PostgreSQL tells this to a superuser. */
export async function aboutServer(place: ServerPlace): Promise<string> {
  return withClient(place, 'portico', async (client) => {
    const { rows } = await client.query<{ version: string; flags: string | null }>(
      `select current_setting('server_version') as version,
              (select setting from pg_config where name = 'CFLAGS') as flags`,
    )
    return serverWords(rows[0]?.version ?? '', rows[0]?.flags ?? '')
  })
}

/** Of several levels of optimisation the compiler takes the last. */
export function serverWords(version: string, flags: string): string {
  const level = flags.match(/(?<=^|\s)-O\S*/g)?.at(-1)
  return `PostgreSQL ${version.split(' ')[0]}${level === undefined ? '' : ` built with ${level}`}`
}
