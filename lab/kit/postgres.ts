import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from '../../journeys/kit/cleanup.ts'
import { openFolder } from '../../journeys/kit/folder.ts'
import { endServer, serverProcesses } from '../../journeys/kit/identity-process.ts'
import { createDatabase, startEmbedded, withClient } from '../../journeys/kit/postgres-server.ts'
import { until } from '../../journeys/kit/until.ts'
import { MIGRATIONS } from '../../packages/identity/src/migrations.ts'
import { openPool } from '../../packages/identity/src/platform/postgres/connect.ts'
import { migrate } from '../../packages/identity/src/platform/postgres/migrate.ts'

/** A real PostgreSQL server that a run may hang, stop and overload. */
export type LabPostgres = Awaited<ReturnType<typeof openPostgres>>

/** One database, with its address for services and a pool for the run. */
export type LabDatabase = Awaited<ReturnType<LabPostgres['createDatabase']>>

/** Starts the server in its own folder. */
export async function openPostgres(cleanup: Cleanup) {
  const dataDir = openFolder()
  cleanup.add(() => rmSync(dataDir, { recursive: true, force: true }))
  cleanup.add(() => endServer(dataDir))
  const server = await startEmbedded({ folder: dataDir, cleanup, say: () => undefined })
  const { socketDir, port, user } = server
  const place = { socketDir, port, user }
  const signal = (name: NodeJS.Signals, processes = serverProcesses(dataDir)) => {
    for (const pid of processes) process.kill(pid, name)
  }
  return {
    ...{ ...place, dataDir },
    /** The Unix socket that the server listens at. */
    socketFile: join(socketDir, `.s.PGSQL.${port}`),
    /** A new, migrated database, or a copy of another one, as a plain dump would restore it. */
    async createDatabase(copyOf?: string) {
      const name = `lab_${randomBytes(5).toString('hex')}`
      const url = await createDatabase(place, name, copyOf)
      const address = { kind: 'url', url } as const
      if (copyOf === undefined) await migrate(address, MIGRATIONS)
      const db = openPool(address, { connections: 4, deadlineMilliseconds: 30_000, access: 'any' })
      const drop = async () => {
        await db.close()
        const statement = `drop database if exists ${name} with (force)`
        await withClient(place, undefined, (client) => client.query(statement))
      }
      return { name, url, db, drop }
    },
    /** Signals every process of the server. */
    signal: (name: 'SIGSTOP' | 'SIGCONT') => signal(name),
    /** Ends the server by a fast shutdown or by a kill. Resolves when it has ended. */
    async end(how: 'SIGINT' | 'SIGKILL') {
      const processes = serverProcesses(dataDir)
      signal(how, how === 'SIGKILL' ? processes : processes.slice(0, 1))
      await until('PostgreSQL is gone', () => serverProcesses(dataDir).length === 0 || undefined)
    },
    /** Starts it again. */
    revive: server.revive,
  }
}
