import { openPool } from '../../../packages/identity/src/platform/postgres/connect.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import { openCluster, type PatroniCluster, whatIsMissing } from '../failover/cluster.ts'
import { drawEvents } from '../failover/draw.ts'
import { EVENTS } from '../failover/events.ts'
import { CLUSTER_PASSWORD } from '../failover/node.ts'
import { hasProxy, startPrimaryProxy } from '../failover/primary-proxy.ts'
import { runProgramUnderLoad } from '../failover/program-under-load.ts'
import type { Siege, Stage } from '../stage.ts'
import { openDeployment } from '../targets/deployment.ts'
import { openPermits } from '../targets/permits.ts'

/** The database of a program fails over, while the identity service has another one. */
export const programFailover: Stage = {
  name: 'program-failover',
  about:
    'two processes of parking permits whose database is three Patroni nodes behind HAProxy: the events of stage failover',
  async run(siege) {
    const missing = whatIsMissing() ?? (hasProxy() ? undefined : 'HAProxy is not installed')
    if (missing !== undefined)
      return siege.skip('no acknowledged effect is lost in a failover of a program', missing)
    const cluster = await openCluster(siege)
    const port = await startPrimaryProxy(siege, cluster.nodes)
    const own = String(await freePort())
    const environment = { PORTICO_PORT: own, PORTICO_BASE_URL: `http://localhost:${own}` }
    const deployment = await openDeployment(siege, { processes: 1, environment })
    const permits = await openPermits({ ...siege, postgres: programDatabase(cluster, port) }, deployment)
    siege.say('the cluster, HAProxy, the identity service and two processes of the program run')
    const events = drawEvents(EVENTS, siege.count(4, 16))
    await runProgramUnderLoad({ siege, cluster, deployment, permits }, events)
  },
}

/** The database of the cluster, which the program reaches by way of HAProxy. */
function programDatabase(cluster: PatroniCluster, port: number): Pick<Siege['postgres'], 'createDatabase'> {
  return {
    async createDatabase() {
      const url = `postgres://portico:${CLUSTER_PASSWORD}@127.0.0.1:${port}/portico`
      const address = { kind: 'url', url: cluster.url } as const
      const db = openPool(address, { connections: 1, deadlineMilliseconds: 30_000, access: 'any' })
      return { name: 'portico', url, db, drop: () => db.close() }
    },
  }
}
