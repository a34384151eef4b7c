import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedServer } from '../packages/identity/src/platform/postgres/embedded.ts'
import { type Loader, startLoader } from './load/loader.ts'
import type { Closings } from './machine/closings.ts'
import { type Pinning, pinToCores } from './machine/pinning.ts'
import { parentOf } from './machine/proc.ts'

/** The one PostgreSQL server of a run. */
export interface PostgresPlace {
  readonly socketDir: string
  readonly port: number
  readonly user: string
  /** Its head process; 0 where the system does not show it. */
  readonly pid: number
}

/** What every run needs: a folder, PostgreSQL, the load, and cores. */
export interface Stage {
  readonly folder: string
  readonly pinning: Pinning
  readonly postgres: PostgresPlace
  readonly loader: Loader
  /** Whether `wrk` makes the load where it can. */
  readonly wrk: boolean
  readonly closings: Closings
  /** A line of progress for whoever waits. */
  say(line: string): void
}

/** Sets the stage; what was begun is ended by the closings, whatever happens. */
export async function openStage(closings: Closings, wrk = false): Promise<Stage> {
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  const pinning = pinToCores()
  if (!pinning.pinned)
    say('No taskset here, or a single core: nothing is pinned, and the figures are worth less.')
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  closings.add(() => rmSync(folder, { recursive: true, force: true }))
  // As root the server runs as nobody, who must be able to reach its data.
  chmodSync(folder, 0o711)
  const starting = startEmbeddedServer({ dataDir: folder, progress: say })
  // Added before it runs: who interrupts the start leaves no server behind.
  closings.add(async () => (await starting.catch(() => undefined))?.stop())
  const server = await starting
  const { socketDir, port, user } = server
  const postgres = { socketDir, port, user, pid: await postmasterPid({ socketDir, port, user }) }
  const loader = startLoader(folder)
  closings.add(() => loader.stop())
  return { folder, pinning, postgres, loader, wrk, closings, say }
}

/** Makes an empty database; returns its address as `PORTICO_DATABASE_URL` is written. */
export async function createDatabase({ postgres }: Stage, name: string): Promise<string> {
  await withClient(postgres, 'portico', (client) => client.query(`create database ${name}`))
  return databaseUrl(postgres, name)
}

/** The address of a database on the server's socket. */
export function databaseUrl({ socketDir, port, user }: Omit<PostgresPlace, 'pid'>, database: string): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`
}

/** Runs statements on a connection of their own. */
export async function withClient<Value>(
  { socketDir, port, user }: Omit<PostgresPlace, 'pid'>,
  database: string,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const client = new Client({ host: socketDir, port, user, database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function postmasterPid(place: Omit<PostgresPlace, 'pid'>): Promise<number> {
  return withClient(place, 'portico', async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0) ?? 0
  })
}
