import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../../../journeys/kit/until.ts'
import type { Leader, PatroniCluster } from './cluster.ts'
import type { Return } from './under-load.ts'

/** Something that happens to the cluster. Resolves when it is over, with the promotion if there was one. */
export interface ClusterEvent {
  readonly what: string
  run(cluster: PatroniCluster, leader: Leader): Promise<Return | undefined>
}

/** `ttl` of the reference configuration. */
const LEAD_MILLISECONDS = 20_000

const upTo = (milliseconds: number) => wait(Math.random() * milliseconds)

/** The kinds of events. */
export const EVENTS: readonly ClusterEvent[] = [
  {
    what: 'kill -9 of the primary node',
    async run(cluster, { node, state }) {
      await node.kill()
      const promotion = await cluster.promotedAfter(state.timeline)
      await upTo(3_000)
      node.start()
      return promotion
    },
  },
  {
    what: 'kill -9 of both standby nodes, then of the primary node, which starts last',
    async run(cluster, { node, state }) {
      const standbys = cluster.nodes.filter((each) => each !== node)
      await Promise.all(standbys.map((standby) => standby.kill()))
      await upTo(3_000)
      await node.kill()
      for (const standby of standbys) standby.start()
      // Whoever trusted a standby would promote one as soon as the lead has run out. It lacks what only the primary has.
      await wait(LEAD_MILLISECONDS + 5_000)
      node.start()
      return cluster.promotedAfter(state.timeline)
    },
  },
  {
    what: 'planned switchover',
    async run(cluster, { node, state }) {
      await switchOver(node)
      return cluster.promotedAfter(state.timeline)
    },
  },
  {
    what: 'the primary node frozen (SIGSTOP) until another is promoted, then woken up',
    async run(cluster, { node, state }) {
      node.signal('SIGSTOP')
      const promotion = await cluster.promotedAfter(state.timeline)
      await upTo(5_000)
      node.signal('SIGCONT')
      return promotion
    },
  },
  {
    what: 'kill -9 of PostgreSQL alone',
    async run(cluster, { node, state }) {
      node.killPostgres()
      return cluster.promotedAfter(state.timeline)
    },
  },
  {
    what: 'etcd gone and back',
    async run({ etcd }) {
      await etcd.kill()
      await wait(5_000)
      await upTo(20_000)
      etcd.start()
      await wait(5_000)
      return undefined
    },
  },
  {
    what: 'the old primary comes back without Patroni, beside the new one',
    async run(cluster, { node, state }) {
      await node.kill()
      const promotion = await cluster.promotedAfter(state.timeline)
      node.startPostgresAlone()
      await until(
        'the old primary takes connections',
        async () => (await node.state()) !== undefined || undefined,
      )
      await wait(3_000)
      await upTo(4_000)
      await node.kill()
      node.start()
      return promotion
    },
  },
  {
    what: 'kill -9 of a standby node',
    async run({ nodes }, leader) {
      const standbys = nodes.filter((node) => node !== leader.node)
      const node = standbys[Math.floor(Math.random() * standbys.length)] ?? leader.node
      await node.kill()
      await wait(3_000)
      await upTo(5_000)
      node.start()
      return undefined
    },
  },
]

async function switchOver({ name, restPort }: Leader['node']): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${restPort}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader: name }),
  })
  const said = await answer.text()
  if (answer.status !== 200) throw new Error(`Patroni answered ${answer.status} to the switchover: ${said}`)
}
