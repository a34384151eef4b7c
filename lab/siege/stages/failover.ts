import { type Leader, openCluster, whatIsMissing } from '../failover/cluster.ts'
import { drawEvents } from '../failover/draw.ts'
import { EVENTS } from '../failover/events.ts'
import { runUnderLoad } from '../failover/under-load.ts'
import type { Stage } from '../stage.ts'
import { openDeployment } from '../targets/deployment.ts'

/** Primaries die, freeze, hand over and come back under a mixed load. */
export const failover: Stage = {
  name: 'failover',
  about:
    'three Patroni nodes and etcd with the configuration of deploy/patroni: nodes are killed, frozen and woken up, switched over, and come back',
  async run(siege) {
    const missing = whatIsMissing()
    if (missing !== undefined) return siege.skip('no acknowledged effect is lost in a failover', missing)
    const cluster = await openCluster(siege)
    siege.say('the cluster runs')
    await runUnderLoad(siege, {
      deployment: await openDeployment({ ...siege, postgres: cluster.postgres }),
      healthy: cluster.healthy,
      events: drawEvents(EVENTS, siege.count(6, 30)).map(({ what, run }) => ({
        what,
        run: (leader: Leader) => run(cluster, leader),
      })),
      back: {
        claim:
          'each process acknowledges writes again within 5 s of the promotion, or within 1 s after the new primary confirms plain writes',
        most: 5_000,
        mostAfterPlain: 1_000,
      },
    })
  },
}
