import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { machinePostgres } from '../../../journeys/kit/postgres-server.ts'
import { until } from '../../../journeys/kit/until.ts'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import { processesIn, signalQuietly } from './processes.ts'

/** The reference configuration, unchanged: what differs by machine comes from the environment. */
const REFERENCE = fileURLToPath(new URL('../../../deploy/patroni/patroni.yml', import.meta.url))

/** A password of the loopback cluster, which lives for minutes. */
export const CLUSTER_PASSWORD = 'loopback-only'

/** Who runs PostgreSQL, which refuses to run as root. */
export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** What a server says of itself. */
export interface ServerState {
  readonly isReplica: boolean
  /** 0 on a replica. */
  readonly timeline: number
  /** Standbys that stream from it, and how many of them are synchronous. */
  readonly standbys: number
  readonly synchronous: number
}

/** One machine of the cluster: Patroni and its PostgreSQL. */
export type Node = Awaited<ReturnType<typeof createNode>>

/** What a node may have beside the reference configuration. */
export interface NodeExtras {
  /** A folder with the reference configuration and more. */
  readonly configuration: string
  readonly environment: Readonly<Record<string, string>>
}

/** Where a node is, before its extras are made. */
export interface NodePlace {
  readonly name: string
  readonly port: number
  readonly dataDir: string
}

interface NodeNeeds {
  readonly folder: string
  readonly owner: Owner
  readonly etcd: string
  readonly extras?: ((place: NodePlace) => NodeExtras) | undefined
}

/** A node that does not run yet. */
export async function createNode(name: string, { folder, owner, etcd, extras }: NodeNeeds) {
  const [port, restPort] = [await freePort(), await freePort()]
  const place = `127.0.0.1:${port}`
  const dataDir = join(folder, name)
  const bin = machinePostgres() ?? ''
  const more = extras?.({ name, port, dataDir })
  const environment = {
    ...more?.environment,
    PATH: '/usr/bin:/bin',
    LC_ALL: 'C.UTF-8',
    PATRONI_NAME: name,
    PATRONI_ETCD_HOSTS: etcd,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
    PATRONI_POSTGRESQL_LISTEN: place,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: place,
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_BIN_DIR: bin,
    PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
    PATRONI_SUPERUSER_PASSWORD: CLUSTER_PASSWORD,
    PATRONI_REPLICATION_PASSWORD: CLUSTER_PASSWORD,
    PATRONI_REWIND_PASSWORD: CLUSTER_PASSWORD,
  }
  const run = (program: string, args: readonly string[]) => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const stdio = ['ignore', log, log] as ['ignore', number, number]
    const child = spawn(program, args, { ...owner, cwd: '/', env: environment, stdio, detached: true })
    closeSync(log)
    return child
  }
  let child: ChildProcess | undefined
  const postgres = () => processesIn(dataDir)
  /** Patroni with the programs that it runs, and PostgreSQL. */
  const all = () => [...(child?.pid === undefined ? [] : [-child.pid]), ...postgres()]
  const kill = async () => {
    signalQuietly(all(), 'SIGKILL')
    await until(`${name} is gone`, () => {
      signalQuietly(postgres(), 'SIGKILL')
      return postgres().length === 0 || undefined
    })
    child = undefined
  }
  return {
    ...{ name, place, restPort, dataDir, environment },
    start: () => void (child = run('/usr/bin/patroni', [more?.configuration ?? REFERENCE])),
    kill,
    /** Stops Patroni, which stops its PostgreSQL first. */
    async stop() {
      if (child?.pid !== undefined) signalQuietly([child.pid], 'SIGTERM')
      await until(`${name} has stopped`, () =>
        child?.exitCode === null || postgres().length > 0 ? undefined : true,
      )
      child = undefined
    },
    /** Kills PostgreSQL and leaves Patroni. */
    killPostgres: () => signalQuietly(postgres(), 'SIGKILL'),
    /** Signals Patroni alone. PostgreSQL has a session of its own. */
    signalPatroni: (how: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') =>
      signalQuietly(child?.pid === undefined ? [] : [-child.pid], how),
    /** SIGSTOP or SIGCONT for everything of the node. */
    signal: (how: 'SIGSTOP' | 'SIGCONT') => signalQuietly(all(), how),
    /** Starts PostgreSQL on the data of a killed node, without Patroni: a primary beside the new one. `stop` stops it, too. */
    startPostgresAlone(...settings: readonly string[]) {
      const listen = ['--listen_addresses=127.0.0.1', `--port=${port}`]
      child = run(join(bin, 'postgres'), ['-D', dataDir, ...listen, ...settings])
    },
    /** The rows of a statement at this server; undefined if it does not answer soon. */
    ask: <Row extends pg.QueryResultRow>(statement: string) => ask<Row>(port, statement),
    state: async () => (await ask<ServerState>(port, STATE))?.[0],
    /** Whether a standby is registered as synchronous in etcd. */
    async knowsSynchronous() {
      const asked = fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2_000) })
      const said = await asked.then((answer) => answer.text()).catch(() => '')
      return said.includes('"sync_standby"')
    },
    hasDatabase: async (name: string) =>
      (await ask(port, `select 1 from pg_database where datname = '${name}'`))?.length === 1,
    log: () => readFileSync(join(folder, `${name}.log`), 'utf8'),
  }
}

const STATE = `
  select pg_is_in_recovery() as "isReplica",
         case when pg_is_in_recovery() then 0
              else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline,
         (select count(*)::int from pg_stat_replication where state = 'streaming') as standbys,
         (select count(*)::int from pg_stat_replication where sync_state = 'sync') as synchronous`

/** The rows of a statement at this server only; undefined if it does not answer soon. */
async function ask<Row extends pg.QueryResultRow>(
  port: number,
  statement: string,
): Promise<Row[] | undefined> {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', password: CLUSTER_PASSWORD },
    ...{ connectionTimeoutMillis: 700, query_timeout: 700 },
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(statement)).rows
  } catch {
    return undefined
  } finally {
    client.connection.stream.destroy()
  }
}
