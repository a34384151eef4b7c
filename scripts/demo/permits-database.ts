import { type EmbeddedServer, startEmbeddedServer } from '../../packages/embedded-postgres/src/index.ts'
import { openSession, type Session } from '../../packages/identity/src/platform/postgres/session.ts'

/** The database of the permits program, on an embedded PostgreSQL. */
export interface PermitsDatabase {
  /** In the form of `PERMITS_DATABASE_URL`. */
  readonly url: string
  close(): Promise<void>
}

const NAME = 'permits'
const REVIVE_MILLISECONDS = 1_000
/** SQLSTATEs when another start was faster: the role or the database exists, or is being made. */
const THERE_ALREADY = ['42710', '42P04', '23505']

/** Starts the embedded PostgreSQL of the data directory, or uses the one that the identity service has started. */
export async function openPermitsDatabase(
  dataDir: string,
  progress: (line: string) => void,
): Promise<PermitsDatabase> {
  const server = await startEmbeddedServer({ dataDir, progress })
  const { socketDir, port } = server
  try {
    await ensureDatabase(server)
  } catch (error) {
    await server.stop()
    throw error
  }
  // If the server ends, it is started again in the same place.
  const reviving = setInterval(() => void server.revive().catch(() => undefined), REVIVE_MILLISECONDS)
  return {
    url: `postgres://${NAME}@localhost/${NAME}?${new URLSearchParams({ host: socketDir, port: String(port) })}`,
    async close() {
      clearInterval(reviving)
      await server.stop()
    },
  }
}

/** Also makes a role, which cannot read the identity service's database on the same server. */
async function ensureDatabase({ socketDir, port, user, database }: EmbeddedServer): Promise<void> {
  const session = await openSession({ kind: 'socket', socketDir, port, user, database })
  try {
    const [role] = await session.query`select 1 as found from pg_roles where rolname = ${NAME}`
    if (!role) await create(session, `create role ${NAME} login`)
    const [found] = await session.query`select 1 as found from pg_database where datname = ${NAME}`
    if (!found) await create(session, `create database ${NAME} owner ${NAME}`)
  } finally {
    await session.close()
  }
}

async function create(session: Session, statement: string): Promise<void> {
  await session.runText(statement).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!THERE_ALREADY.includes(code)) throw error
  })
}
