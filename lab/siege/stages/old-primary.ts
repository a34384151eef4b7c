import { openCluster, type PatroniCluster, whatIsMissing } from '../failover/cluster.ts'
import { drawEvents } from '../failover/draw.ts'
import { CLUSTER_PASSWORD, type Node } from '../failover/node.ts'
import { answersAgain, judgeReading, outlastLease, type Reading, startReading } from '../failover/reader.ts'
import { runUnderLoad } from '../failover/under-load.ts'
import { type ReaderGate, unprovenEvents } from '../failover/unproven-events.ts'
import type { Siege, Stage } from '../stage.ts'
import { openDeployment } from '../targets/deployment.ts'
import { openTcpProxy } from '../targets/tcp-proxy.ts'

const CLAIM =
  'no answer of a process that only reads is older than the lease, and then it moves to the new primary'

/** An old primary goes on beside the promoted one, because nobody stops it. */
export const oldPrimary: Stage = {
  name: 'old-primary',
  about:
    "three Patroni nodes as in stage failover: Patroni's daemon alone dies or hangs on the primary, whose PostgreSQL goes on beside the promoted one; a third process only reads, and is cut off from the new primary",
  async run(siege) {
    const missing = whatIsMissing()
    if (missing !== undefined) return siege.skip(CLAIM, missing)
    const cluster = await openCluster(siege)
    const deployment = await openDeployment({ ...siege, postgres: cluster.postgres })
    const ways = await openWays(siege, cluster)
    const reader = await deployment.another({ PORTICO_DATABASE_URL: ways.url })
    siege.say('the cluster, two processes and one that only reads run')
    let reading: Reading | undefined
    const now = () => {
      if (!reading) throw new Error('Nothing is read')
      return reading
    }
    const gate: ReaderGate = {
      ...ways,
      outlast: () => outlastLease(now()),
      answers: () => answersAgain(now()),
    }
    const late: string[] = []
    const events = drawEvents(unprovenEvents(gate), siege.count(3, 12)).map(({ what, run }) => ({
      what,
      async run(leader: Parameters<typeof run>[1]) {
        reading = await startReading(deployment, reader)
        const back = await run(cluster, leader).finally(() => now().stop())
        const { late: tooLate, ...seen } = judgeReading(now(), back?.at ?? 0)
        late.push(...tooLate.map((each) => `${what}: ${each}`))
        siege.measure(
          `reader: ${what}`,
          `${seen.asked} answers; ${seen.wrong} wrong, the last ${seen.lastWrong} ms after the promotion; the last 503 after ${seen.silentFor} ms`,
        )
        return back
      },
    }))
    await runUnderLoad(siege, {
      ...{ deployment, events, healthy: cluster.healthy },
      back: {
        claim:
          'with an old primary that goes on, each process acknowledges writes within 5 s of the promotion, or within 1 s after the new primary confirms plain writes',
        ...{ most: 5_000, mostAfterPlain: 1_000 },
      },
    })
    siege.judge(CLAIM, late, `${events.length} events`)
  },
}

/** One proxy for each node, and the address that leads through them. */
async function openWays({ cleanup }: Pick<Siege, 'cleanup'>, { nodes }: PatroniCluster) {
  const ways = await Promise.all(
    nodes.map(async (node) => ({ node, proxy: await openTcpProxy(Number(node.place.split(':')[1])) })),
  )
  for (const { proxy } of ways) cleanup.add(() => proxy.close())
  const hosts = ways.map(({ proxy }) => `127.0.0.1:${proxy.port}`).join(',')
  return {
    url: `postgres://portico:${CLUSTER_PASSWORD}@${hosts}/portico`,
    cutOffExcept(node: Node) {
      for (const way of ways) if (way.node !== node) way.proxy.become({ kind: 'cut' })
    },
    open() {
      for (const { proxy } of ways) proxy.become({ kind: 'open' })
    },
  }
}
