import { type EmbeddedServer, startEmbeddedServer } from '../../packages/embedded-postgres/src/index.ts'
import { openSession, type Session } from '../../packages/identity/src/platform/postgres/session.ts'

/** A database of the permits program's own, on an embedded PostgreSQL. */
export interface PermitsDatabase {
  /** As `PERMITS_DATABASE_URL` is written. */
  readonly url: string
  close(): Promise<void>
}

const NAME = 'permits'
const REVIVE_MILLISECONDS = 1_000
/** Another start was faster: a role, a database that is there already, or one that is just being made. */
const THERE_ALREADY = ['42710', '42P04', '23505']

/** Starts the embedded PostgreSQL of the data directory, or joins it where the identity service has started it. */
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
  // Somebody may end the server: then it is started again, and the program finds it where it was.
  const reviving = setInterval(() => void server.revive().catch(() => undefined), REVIVE_MILLISECONDS)
  return {
    url: `postgres://${NAME}@localhost/${NAME}?${new URLSearchParams({ host: socketDir, port: String(port) })}`,
    async close() {
      clearInterval(reviving)
      await server.stop()
    },
  }
}

/** A user of its own, too: it reads nothing of the identity service, which may live on the same server. */
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
