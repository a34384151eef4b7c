import { randomBytes } from 'node:crypto'
import { withClient } from '../../../journeys/kit/postgres-server.ts'
import { until } from '../../../journeys/kit/until.ts'
import { openPool } from '../../../packages/identity/src/platform/postgres/connect.ts'
import {
  createCitusDatabase,
  distributeDatabase,
  findCitusServers,
} from '../../../packages/identity/testing/citus-servers.ts'
import { forgetCitus, onEach } from '../../../packages/identity/testing/database.ts'
import { findServer } from './citus-server.ts'

/** A coordinator of Citus with its workers on this machine. */
export type CitusCluster = Awaited<ReturnType<typeof openCitusCluster>>

/** A transaction of two phases that is older than this waits for a server that is away (`citus.recover_2pc_interval` is 5 s). */
const UNDECIDED = `select 1 from pg_prepared_xacts where database = current_database() and prepared < now() - interval '3 seconds'`

const UNREACHABLE = 'select 1 from citus_check_cluster_node_health() where result is not true'

const POLL_MILLISECONDS = 200

/** Finds the servers of `PORTICO_TEST_CITUS_URL`, and their processes. */
export async function openCitusCluster(coordinatorUrl: string) {
  const { workers, ...first } = await findCitusServers(coordinatorUrl)
  const places = [first, ...workers]
  const servers = await Promise.all(places.map(findServer))
  const [coordinator, ...others] = servers
  if (!coordinator || others.length === 0) throw new Error('The coordinator has no workers')
  const name = `siege_${randomBytes(5).toString('hex')}`
  const urlAt = (index: number) => {
    const { socketDir, port, user } = places[index % places.length] ?? first
    return `postgres://${user}@${socketDir}:${port}/${name}`
  }
  const isWell = async () => {
    const findings = await Promise.all([
      ...servers.map(({ place }) => withClient(place, name, (client) => client.query(UNDECIDED))),
      withClient(coordinator.place, name, (client) => client.query(UNREACHABLE)),
    ])
    return findings.every(({ rows }) => rows.length === 0)
  }
  return {
    ...{ coordinator, workers: others, urlAt },
    /** Waits until every server reaches every other, and no transaction of two phases is left. */
    healthy: () =>
      until(
        'every server of Citus is well',
        async () => (await isWell().catch(() => false)) || undefined,
        undefined,
        POLL_MILLISECONDS,
      ),
    /** For a deployment: a database with distributed tables. */
    postgres: {
      async createDatabase() {
        await createCitusDatabase({ ...first, workers }, name)
        await distributeDatabase(first, name)
        const url = urlAt(0)
        const db = openPool(
          { kind: 'url', url },
          { connections: 4, deadlineMilliseconds: 30_000, access: 'any' },
        )
        const drop = async () => {
          await db.close()
          await forgetCitus(places, name)
          await onEach(places, 'postgres', `drop database if exists ${name} with (force)`)
        }
        return { name, url, db, drop }
      },
    },
  }
}
