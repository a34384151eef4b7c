import { rmSync } from 'node:fs'
import type { Cleanup } from '../kit/cleanup.ts'
import { openFolder } from '../kit/folder.ts'
import { startLoader } from '../kit/load/loader.ts'
import { pinToCores } from '../kit/pinning.ts'
import {
  aboutServer,
  machinePostgres,
  type ServerPlace,
  startEmbedded,
  startFromPrograms,
  withClient,
} from '../kit/postgres-server.ts'
import { parentOf } from '../kit/proc.ts'

/** The one PostgreSQL server of a run. */
export interface Postgres extends ServerPlace {
  /** Its head process; 0 where the system does not show it. */
  readonly pid: number
  /** Which it is, for the reports. */
  readonly about: string
}

/** What every run needs: a folder, PostgreSQL, the load, and cores. */
export type Testbed = Awaited<ReturnType<typeof openTestbed>>

/** Makes everything ready; what was begun is ended by the cleanup, whatever happens. */
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

async function postmasterPid(place: ServerPlace): Promise<number> {
  return withClient(place, undefined, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return parentOf(rows[0]?.pid ?? 0) ?? 0
  })
}
