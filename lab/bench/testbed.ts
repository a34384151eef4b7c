import { rmSync } from 'node:fs'
import type { Cleanup } from '../../journeys/kit/cleanup.ts'
import { openFolder } from '../../journeys/kit/folder.ts'
import {
  aboutServer,
  machinePostgres,
  type ServerPlace,
  startEmbedded,
  startFromPrograms,
  withClient,
} from '../../journeys/kit/postgres-server.ts'
import { parentOf } from '../../journeys/kit/proc.ts'
import { startLoader } from '../kit/load/loader.ts'
import { pinToCores } from '../kit/pinning.ts'

/** The one PostgreSQL server of a run. */
export interface Postgres extends ServerPlace {
  /** Its postmaster; 0 if the system does not show it. */
  readonly pid: number
  /** Its version and build, for the reports. */
  readonly about: string
}

/** The folder, the PostgreSQL, the load and the cores of a run. */
export type Testbed = Awaited<ReturnType<typeof openTestbed>>

/** Prepares everything. The cleanup ends it in any case. */
export async function openTestbed(cleanup: Cleanup, programs = machinePostgres()) {
  /** Writes a line of progress. */
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  const pinning = pinToCores()
  if (!pinning.pinned)
    say('No taskset here, or a single core: nothing is pinned, and the figures are worth less.')
  const folder = openFolder()
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const needs = { folder, cleanup, say }
  const isEmbedded = programs === undefined || programs === 'embedded'
  const { socketDir, port, user } = await (isEmbedded
    ? startEmbedded(needs)
    : startFromPrograms(programs, needs))
  const place = { socketDir, port, user }
  const postgres: Postgres = { ...place, pid: await postmasterPid(place), about: await aboutServer(place) }
  const loader = startLoader()
  cleanup.add(() => loader.stop())
  return { folder, pinning, postgres, loader, cleanup, say }
}

/** The first process of a server on this machine. */
export async function postmasterPid(place: ServerPlace): Promise<number> {
  return withClient(place, undefined, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0) ?? 0
  })
}
