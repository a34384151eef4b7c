import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openFolder } from '../../../journeys/kit/folder.ts'
import { machinePostgres } from '../../../journeys/kit/postgres-server.ts'
import { until } from '../../../journeys/kit/until.ts'
import { MIGRATIONS } from '../../../packages/identity/src/migrations.ts'
import { openPool } from '../../../packages/identity/src/platform/postgres/connect.ts'
import { migrate } from '../../../packages/identity/src/platform/postgres/migrate.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import type { Siege } from '../stage.ts'
import {
  CLUSTER_PASSWORD,
  createNode,
  type Node,
  type NodeExtras,
  type NodePlace,
  type Owner,
  type ServerState,
} from './node.ts'
import { startPlainWrites } from './plain-writes.ts'
import type { Return } from './under-load.ts'

const MOST_MILLISECONDS = 180_000
const POLL_MILLISECONDS = 100

/** A node that takes writes. */
export interface Leader {
  readonly node: Node
  readonly state: ServerState
}

/** Three Patroni nodes and etcd on loopback. */
export type PatroniCluster = Awaited<ReturnType<typeof openCluster>>

/** The word for what this machine lacks; undefined if it has everything. */
export function whatIsMissing(): string | undefined {
  if (!existsSync('/usr/bin/patroni')) return 'Patroni is not installed'
  if (!existsSync('/usr/bin/etcd')) return 'etcd is not installed'
  return machinePostgres() === undefined ? 'there is no PostgreSQL in /usr/lib/postgresql' : undefined
}

/** Starts everything, and waits until both standbys stream. */
export async function openCluster(
  siege: Pick<Siege, 'cleanup'>,
  extend?: (folder: string, owner: Owner) => (place: NodePlace) => NodeExtras,
) {
  const folder = openFolder()
  siege.cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const owner = ownerOf(folder)
  const etcd = await startEtcd(siege, folder)
  const names = ['one', 'two', 'three']
  const extras = extend?.(folder, owner)
  const needs = { folder, owner, etcd: etcd.place, extras }
  const nodes = await Promise.all(names.map((name) => createNode(name, needs)))
  siege.cleanup.add(() => Promise.all(nodes.map((node) => node.kill())))
  for (const node of nodes) node.start()
  /** The node that takes writes, with the newest timeline where an old one does, too. */
  const leader = async (): Promise<Leader | undefined> => {
    const states = await Promise.all(nodes.map(async (node) => ({ node, state: await node.state() })))
    return states
      .flatMap(({ node, state }) => (state && !state.isReplica ? [{ node, state }] : []))
      .sort((one, other) => other.state.timeline - one.state.timeline)[0]
  }
  const find = (what: string, fits: (found: Leader) => boolean | Promise<boolean>) =>
    until(
      what,
      async () => {
        const found = await leader()
        return found && (await fits(found)) ? found : undefined
      },
      MOST_MILLISECONDS,
      POLL_MILLISECONDS,
    )
  /** Patroni itself must say which standby is synchronous: only that one may be promoted. */
  const healthy = () =>
    find(
      'both standbys stream, and Patroni knows a synchronous one',
      async ({ node, state }) =>
        state.standbys === 2 && state.synchronous === 1 && (await node.knowsSynchronous()),
    )
  const first = await healthy()
  await createDatabase(first.node)
  // A standby that has not applied it yet refuses with an error that is no outage.
  await until('every node has the database', async () => {
    const found = await Promise.all(nodes.map((node) => node.hasDatabase('portico')))
    return found.every(Boolean) || undefined
  })
  const url = `postgres://portico:${CLUSTER_PASSWORD}@${nodes.map(({ place }) => place).join(',')}/portico`
  return {
    ...{ nodes, etcd, healthy, url },
    /** When a server with a newer timeline takes writes, and plain writes to it. */
    promotedAfter: async (timeline: number): Promise<Return> => {
      const { node } = await find('another node is promoted', ({ state }) => state.timeline > timeline)
      return { at: performance.now(), plainWrites: startPlainWrites(urlOf(node)) }
    },
    /** For a deployment: the migrated database of the cluster. */
    postgres: {
      async createDatabase() {
        const address = { kind: 'url', url } as const
        await migrate(address, MIGRATIONS)
        const db = openPool(address, { connections: 4, deadlineMilliseconds: 30_000, access: 'any' })
        return { name: 'portico', url, db, drop: () => db.close() }
      },
    },
  }
}

/** The user that Debian's PostgreSQL brings along, where we are root. It owns the folder. */
function ownerOf(folder: string): Owner {
  const idOf = (option: string, ...name: string[]) => Number(execFileSync('id', [option, ...name]).toString())
  const name = idOf('-u') === 0 ? ['postgres'] : []
  const owner = { uid: idOf('-u', ...name), gid: idOf('-g', ...name) }
  chownSync(folder, owner.uid, owner.gid)
  return owner
}

async function startEtcd(siege: Pick<Siege, 'cleanup'>, folder: string) {
  const [client, peer] = [await freePort(), await freePort()].map((port) => `http://127.0.0.1:${port}`)
  const dataDir = join(folder, 'etcd')
  mkdirSync(dataDir, { mode: 0o700 })
  const options = {
    ...{ name: 'one', 'data-dir': dataDir, 'log-level': 'error', 'enable-v2': 'true' },
    ...{ 'listen-client-urls': client, 'advertise-client-urls': client },
    ...{ 'listen-peer-urls': peer, 'initial-advertise-peer-urls': peer, 'initial-cluster': `one=${peer}` },
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}=${value}`])
  let child: ChildProcess | undefined
  const etcd = {
    place: (client ?? '').replace('http://', ''),
    start: () => void (child = spawn('/usr/bin/etcd', args, { cwd: '/', stdio: 'ignore' })),
    async kill() {
      const ended = new Promise((resolve) => child?.once('exit', resolve))
      child?.kill('SIGKILL')
      await ended
    },
    /** Forgets the cluster, as `patronictl remove` does. */
    async forgetCluster() {
      const { status } = await fetch(`${client}/v2/keys/service/portico?recursive=true`, { method: 'DELETE' })
      if (status !== 200) throw new Error(`etcd answered ${status}`)
    },
  }
  etcd.start()
  siege.cleanup.add(() => etcd.kill())
  return etcd
}

const urlOf = ({ place }: Node) => `postgres://postgres:${CLUSTER_PASSWORD}@${place}/postgres`

async function createDatabase(node: Node): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(node) })
  await client.connect()
  await client.query(`create role portico login password '${CLUSTER_PASSWORD}'`)
  await client.query('create database portico owner portico')
  await client.end()
}
