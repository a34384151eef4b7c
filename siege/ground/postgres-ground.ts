import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endServer, serverProcesses } from '../../journeys/identity-process.ts'
import {
  type DatabaseAddress,
  type DatabasePool,
  openPool,
} from '../../packages/identity/src/platform/postgres/connect.ts'
import { startEmbeddedServer } from '../../packages/identity/src/platform/postgres/embedded.ts'
import { migrate } from '../../packages/identity/src/platform/postgres/migrate.ts'
import { openSession, type Session } from '../../packages/identity/src/platform/postgres/session.ts'

/** One database, as services and as the siege itself reach it. */
export interface SiegeDatabase {
  readonly name: string
  readonly url: string
  readonly db: DatabasePool
  drop(): Promise<void>
}

/** A real PostgreSQL server that the siege may hang, stop and starve. */
export interface PostgresGround {
  readonly dataDir: string
  /** The Unix socket that the server listens at. */
  readonly socketFile: string
  /** A new, migrated database, or what a plain dump of another one would restore. */
  createDatabase(copyOf?: string): Promise<SiegeDatabase>
  /** Where a database of the server is. */
  addressOf(database: string): DatabaseAddress
  /** A session of the server's owner in a database, or for orders to the server; the caller ends it. */
  openAdmin(database?: string): Promise<Session>
  /** Signals every process of the server. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** Ends the server as an operator would in haste, or as a fault would; resolves when it is gone. */
  end(how: 'SIGINT' | 'SIGKILL'): Promise<void>
  /** Starts it again. */
  revive(): Promise<void>
  close(): Promise<void>
}

const OWNER = 'portico'

/** Starts the server in a folder of its own. */
export async function openPostgresGround(): Promise<PostgresGround> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-siege-'))
  // As root the server runs as nobody, who must be able to reach its data.
  chmodSync(dataDir, 0o711)
  const server = await startEmbeddedServer({ dataDir, progress: () => undefined })
  const { socketDir, port } = server
  const addressOf = (database: string): DatabaseAddress => ({
    kind: 'socket',
    socketDir,
    port,
    user: OWNER,
    database,
  })
  const openAdmin = (database = OWNER) => openSession(addressOf(database))
  const order = async (statement: string) => {
    const admin = await openAdmin()
    await admin.run(statement).finally(() => admin.close())
  }
  return {
    dataDir,
    socketFile: join(socketDir, `.s.PGSQL.${port}`),
    addressOf,
    openAdmin,
    async createDatabase(copyOf) {
      const name = `siege_${randomBytes(5).toString('hex')}`
      await order(`create database ${name}${copyOf === undefined ? '' : ` template ${copyOf}`}`)
      if (copyOf === undefined) await migrate(addressOf(name))
      const db = openPool(addressOf(name), { connections: 4, deadlineMilliseconds: 30_000, access: 'any' })
      return {
        name,
        url: `postgres://${OWNER}@localhost/${name}?host=${socketDir}&port=${port}`,
        db,
        async drop() {
          await db.close()
          await order(`drop database if exists ${name} with (force)`)
        },
      }
    },
    signal: (name) => {
      for (const pid of serverProcesses(dataDir)) process.kill(pid, name)
    },
    end: (how) => endPostmaster(dataDir, how),
    revive: () => server.revive(),
    async close() {
      await server.stop().catch(() => undefined)
      await endServer(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function endPostmaster(dataDir: string, how: 'SIGINT' | 'SIGKILL'): Promise<void> {
  const [postmaster] = serverProcesses(dataDir)
  if (postmaster === undefined) return
  for (const pid of how === 'SIGKILL' ? serverProcesses(dataDir) : [postmaster]) process.kill(pid, how)
  while (readdirSync('/proc').includes(String(postmaster)) && serverProcesses(dataDir).length > 0)
    await new Promise((resolve) => void setTimeout(resolve, 20))
}
