import { sendOnce } from '../../../journeys/kit/http/connection.ts'
import { introspectionRequest } from '../../../journeys/kit/oauth-requests.ts'
import { withClient } from '../../../journeys/kit/postgres-server.ts'
import { until } from '../../../journeys/kit/until.ts'
import { enterProgram } from '../../../packages/identity/testing/program-flow.ts'
import type { Siege } from '../stage.ts'
import type { Deployment } from '../targets/deployment.ts'
import type { CitusCluster } from './citus-cluster.ts'

/** Enough for some on each worker. */
const CITIZENS = 16

/**
 * Kills each worker in turn, and asks the process at the coordinator about the tokens of citizens on the others. One of the workers has the counter of the program's
 * introspections.
 */
export async function judgeOneWorkerAway(
  siege: Siege,
  { deployment, cluster }: { readonly deployment: Deployment; readonly cluster: CitusCluster },
): Promise<void> {
  const people: Awaited<ReturnType<typeof enter>>[] = []
  for (let one = 0; one < CITIZENS; one += 1) people.push(await enter(deployment, cluster))
  const { port } = deployment.at(0)
  const faults: string[] = []
  let asked = 0
  for (const worker of cluster.workers) {
    const elsewhere = people.filter((person) => person.workerPort !== worker.place.port)
    await worker.end('SIGKILL')
    for (const { token } of elsewhere) {
      const isActive = async () => {
        const { status, body } = await sendOnce(port, introspectionRequest(deployment.program, token))
        return (status === 200 && body.includes('"active":true')) || undefined
      }
      asked += 1
      await until('a citizen on another server is known', isActive).catch((error: unknown) =>
        faults.push(String(error)),
      )
    }
    await worker.start()
    await cluster.healthy()
  }
  siege.judge(
    'with a worker away, introspection goes on for every citizen on another one, wherever the counter of the program is',
    asked < CITIZENS ? [...faults, `only ${asked} could be asked`] : faults,
    `${asked} citizens, each worker killed in turn`,
  )
}

/** A citizen in a program, and the worker that has the rows. */
async function enter({ at, program, newCitizen, database }: Deployment, { coordinator }: CitusCluster) {
  const citizen = await newCitizen()
  const { tokens } = await enterProgram(at(0).service, program, citizen)
  const { rows } = await withClient(coordinator.place, database.name, (client) =>
    client.query<{ port: number }>(
      `select nodeport as port from pg_dist_shard_placement
        where shardid = get_shard_id_for_distribution_column('citizens', $1::uuid)`,
      [citizen.citizenId],
    ),
  )
  return { token: tokens.access_token, workerPort: rows[0]?.port }
}
