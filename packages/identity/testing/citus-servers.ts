import { distribute } from '../src/distribution/index.ts'
import { MIGRATIONS, SCHEMA } from '../src/migrations.ts'
import type { DatabaseAddress } from '../src/platform/postgres/address.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { openSession, type Session } from '../src/platform/postgres/session.ts'
import { onEach, TEMPLATE_DATABASE, type TestServer } from './database.ts'

/**
 * Makes the distributed template of the test databases on the servers of `PORTICO_TEST_CITUS_URL`, which names a database on the
 * coordinator where the workers are registered.
 */
export async function prepareCitus(coordinator: string): Promise<TestServer> {
  const { workers, ...first } = await findCitusServers(coordinator)
  const servers = [first, ...workers]
  await onEach(servers, 'postgres', `drop database if exists ${TEMPLATE_DATABASE} with (force)`)
  await createCitusDatabase({ ...first, workers }, TEMPLATE_DATABASE)
  await distributeDatabase(first, TEMPLATE_DATABASE)
  // A database is a template only while nobody is connected, and Citus keeps a process in each of its databases.
  await onEach(servers, 'postgres', `alter database ${TEMPLATE_DATABASE} with allow_connections false`)
  await onEach(
    servers,
    'postgres',
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${TEMPLATE_DATABASE}'`,
  )
  return { ...first, workers }
}

/** The coordinator of an address, and the workers that it knows. */
export async function findCitusServers(coordinator: string): Promise<TestServer> {
  const url = new URL(coordinator)
  const user = decodeURIComponent(url.username)
  const first = { socketDir: url.hostname, port: Number(url.port || 5432), user }
  const found = await withSession({ ...first, database: url.pathname.slice(1) }, (session) =>
    session.runText<{ socketDir: string; port: number }>(
      'select nodename as "socketDir", nodeport as port from pg_dist_node where shouldhaveshards order by nodeid',
    ),
  )
  const workers = found.map((worker) => ({ ...worker, user }))
  return { ...first, workers }
}

/** Distributes the tables of a database. */
export async function distributeDatabase(
  coordinator: Omit<TestServer, 'workers'>,
  database: string,
): Promise<void> {
  await withSession({ ...coordinator, database }, async (session) => {
    const distributed = await distribute(session, SCHEMA, () => undefined)
    if (!distributed.ok) throw new Error(`The tables cannot be distributed: ${distributed.refusal}`)
  })
}

/** Makes a database with tables on the coordinator, by default those of this release, and an empty one on each worker. */
export async function createCitusDatabase(
  { workers, ...coordinator }: TestServer,
  database: string,
  makeTables: (address: DatabaseAddress) => Promise<unknown> = (address) => migrate(address, MIGRATIONS),
): Promise<void> {
  const servers = [coordinator, ...workers]
  await onEach(servers, 'postgres', `create database ${database}`)
  await onEach(servers, database, 'create extension citus')
  await withSession({ ...coordinator, database }, async (session) => {
    await session.runText(
      `select citus_set_coordinator_host('${coordinator.socketDir}', ${coordinator.port})`,
    )
    for (const { socketDir, port } of workers)
      await session.runText(`select citus_add_node('${socketDir}', ${port})`)
  })
  await makeTables({ kind: 'socket', ...coordinator, database })
}

async function withSession<Value>(
  place: { socketDir: string; port: number; user: string; database: string },
  work: (session: Session) => Promise<Value>,
): Promise<Value> {
  const session = await openSession({ kind: 'socket', ...place })
  return work(session).finally(() => session.close())
}
