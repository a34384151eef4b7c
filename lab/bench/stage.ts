import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Loader, startLoader } from './load/loader.ts'
import type { Closings } from './machine/closings.ts'
import { type Pinning, pinToCores } from './machine/pinning.ts'
import { type ServerPlace, withClient } from './machine/postgres-client.ts'
import { machinePostgres } from './machine/postgres-programs.ts'
import { aboutServer, startEmbedded, startFromPrograms } from './machine/postgres-server.ts'
import { parentOf } from './machine/proc.ts'

/** The one PostgreSQL server of a run. */
export interface PostgresPlace extends ServerPlace {
  /** Its head process; 0 where the system does not show it. */
  readonly pid: number
  /** Which it is, for the reports. */
  readonly about: string
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

/** What the run is to use of what the machine has. */
export interface StageChoice {
  /** Whether `wrk` makes the load where it can. */
  readonly wrk: boolean
  /** The machine's own PostgreSQL where it has one, or in any case the one that Portico brings. */
  readonly postgres: 'machine' | 'embedded'
}

/** Sets the stage; what was begun is ended by the closings, whatever happens. */
export async function openStage(closings: Closings, { wrk, postgres: choice }: StageChoice): Promise<Stage> {
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  const pinning = pinToCores()
  if (!pinning.pinned)
    say('No taskset here, or a single core: nothing is pinned, and the figures are worth less.')
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'))
  closings.add(() => rmSync(folder, { recursive: true, force: true }))
  // As root the server runs as nobody, who must be able to reach its data.
  chmodSync(folder, 0o711)
  const bin = choice === 'machine' ? machinePostgres() : undefined
  const needs = { folder, closings, say }
  const { socketDir, port, user } = await (bin === undefined
    ? startEmbedded(needs)
    : startFromPrograms(bin, needs))
  const place = { socketDir, port, user }
  const postgres = { ...place, pid: await postmasterPid(place), about: await aboutServer(place) }
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
export function databaseUrl({ socketDir, port, user }: ServerPlace, database: string): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`
}

async function postmasterPid(place: ServerPlace): Promise<number> {
  return withClient(place, 'portico', async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0) ?? 0
  })
}
