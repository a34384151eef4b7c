import { openCitusCluster } from '../failover/citus-cluster.ts'
import { CITUS_EVENTS } from '../failover/citus-events.ts'
import { drawEvents } from '../failover/draw.ts'
import { judgeOneWorkerAway } from '../failover/one-worker-away.ts'
import { runUnderLoad } from '../failover/under-load.ts'
import type { Stage } from '../stage.ts'
import { openDeployment } from '../targets/deployment.ts'

/** Servers of Citus die, freeze and come back under a mixed load. */
export const citus: Stage = {
  name: 'citus',
  about:
    'a coordinator of Citus and its workers: each is killed, frozen, restarted and cut off, while one process works by way of the coordinator and one by way of a worker',
  async run(siege) {
    const coordinator = process.env['PORTICO_TEST_CITUS_URL']
    if (!coordinator)
      return siege.skip(
        'no acknowledged effect is lost when a server of Citus dies',
        'PORTICO_TEST_CITUS_URL names no coordinator',
      )
    const cluster = await openCitusCluster(coordinator)
    const deployment = await openDeployment(
      { ...siege, postgres: cluster.postgres },
      { databaseUrl: (_, process) => cluster.urlAt(process) },
    )
    siege.say('the tables are distributed')
    await judgeOneWorkerAway(siege, { deployment, cluster })
    await runUnderLoad(siege, {
      deployment,
      healthy: cluster.healthy,
      events: drawEvents(CITUS_EVENTS, siege.count(7, 28)).map(({ what, run }) => ({
        what,
        run: () => run(cluster),
      })),
      back: {
        claim: 'each process acknowledges writes again within 10 s after the last server answers',
        most: 10_000,
      },
    })
  },
}
