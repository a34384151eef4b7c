import { setTimeout as wait } from 'node:timers/promises'
import { withClient } from '../../../journeys/kit/postgres-server.ts'
import type { CitusCluster } from './citus-cluster.ts'
import type { CitusServer } from './citus-server.ts'
import type { Return } from './under-load.ts'

/** Something that happens to servers of Citus. Resolves when it is over, with the time at which all of them answered. */
export interface CitusEvent {
  readonly what: string
  run(cluster: CitusCluster): Promise<Return>
}

const upTo = (milliseconds: number) => wait(Math.random() * milliseconds)

function oneOf({ workers, coordinator }: CitusCluster): CitusServer {
  return workers[Math.floor(Math.random() * workers.length)] ?? coordinator
}

async function restart(server: CitusServer, how: 'SIGKILL' | 'SIGINT'): Promise<Return> {
  await server.end(how)
  await upTo(4_000)
  await server.start()
  return { at: performance.now() }
}

async function freeze(server: CitusServer): Promise<Return> {
  server.signal('SIGSTOP')
  await wait(1_000)
  await upTo(8_000)
  server.signal('SIGCONT')
  return { at: performance.now() }
}

/** The kinds of events. */
export const CITUS_EVENTS: readonly CitusEvent[] = [
  { what: 'kill -9 of a worker', run: (cluster) => restart(oneOf(cluster), 'SIGKILL') },
  { what: 'kill -9 of the coordinator', run: ({ coordinator }) => restart(coordinator, 'SIGKILL') },
  { what: 'a worker shut down and started', run: (cluster) => restart(oneOf(cluster), 'SIGINT') },
  { what: 'a worker frozen (SIGSTOP) and woken up', run: (cluster) => freeze(oneOf(cluster)) },
  { what: 'the coordinator frozen (SIGSTOP) and woken up', run: ({ coordinator }) => freeze(coordinator) },
  {
    what: 'every connection of a worker cut',
    async run(cluster) {
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
      await withClient(oneOf(cluster).place, 'postgres', (client) => client.query(cut))
      return { at: performance.now() }
    },
  },
  {
    what: 'kill -9 of every server at once',
    async run({ coordinator, workers }) {
      await Promise.all([coordinator, ...workers].map((server) => restart(server, 'SIGKILL')))
      return { at: performance.now() }
    },
  },
]
