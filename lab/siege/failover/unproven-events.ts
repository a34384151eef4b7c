import { until } from '../../../journeys/kit/until.ts'
import type { ClusterEvent } from './events.ts'
import type { Node } from './node.ts'

/** What happens to Patroni's daemon on the primary while its PostgreSQL goes on. */
interface Daemon {
  readonly what: string
  fail(node: Node): void
  /** Afterwards Patroni makes a standby of the old primary. */
  mend(node: Node): void
}

const DEAD: Daemon = {
  what: 'kill -9 of Patroni alone on the primary',
  fail: (node) => node.signalPatroni('SIGKILL'),
  mend: (node) => node.start(),
}

const FROZEN: Daemon = {
  what: 'Patroni alone frozen (SIGSTOP) on the primary',
  fail: (node) => node.signalPatroni('SIGSTOP'),
  mend: (node) => node.signalPatroni('SIGCONT'),
}

/** How the process that only reads comes through. */
export interface ReaderGate {
  /** Cuts it off from every server but this one. */
  cutOffExcept(node: Node): void
  open(): void
  /** Waits until it has looked at the old primary for long enough after the promotion. */
  outlast(): Promise<void>
  /** Waits until it answers again. */
  answers(): Promise<void>
}

/** The events of an old primary that goes on. */
export function unprovenEvents(gate: ReaderGate): readonly ClusterEvent[] {
  return [
    eventOf(DEAD, gate),
    eventOf(FROZEN, gate),
    eventOf(DEAD, gate, ', and the process that only reads reaches no other server'),
  ]
}

function eventOf({ what, fail, mend }: Daemon, gate: ReaderGate, cutOff = ''): ClusterEvent {
  return {
    what: what + cutOff,
    async run(cluster, { node, state }) {
      if (cutOff !== '') gate.cutOffExcept(node)
      fail(node)
      const promotion = await cluster.promotedAfter(state.timeline)
      await until(
        'the old primary goes on',
        async () => (await node.state())?.isReplica === false || undefined,
      )
      await gate.outlast()
      gate.open()
      await gate.answers()
      mend(node)
      await until('the old primary is none any more', async () => {
        const now = await node.state()
        return now?.isReplica === true || undefined
      })
      return promotion
    },
  }
}
