import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findServerParts, startEmbeddedServer } from '@portico/embedded-postgres'
import { expect } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { MIGRATIONS } from '../../migrations.ts'
import { migrate } from './migrate.ts'
import { openSession } from './session.ts'

/** A PostgreSQL server on a port of this machine. */
interface Member {
  readonly place: string
  /** Kills it, as a power failure does. */
  kill(): Promise<void>
  /** Starts a killed one again, on the same port, as what it was. */
  restart(): Promise<void>
  /** Freezes every process of it, or wakes them up. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  /** The answer of this server only. */
  ask(statement: string): Promise<unknown>
  /** Makes a replica a primary, and waits until it takes writes. */
  promote(): Promise<void>
  /** From here on each commit waits for these standbys. */
  requireStandbys(names: string): Promise<void>
}

/** A primary and its replica. */
export interface Pair {
  readonly primary: Member
  readonly replica: Member
  /** The address of both servers; by default the replica first. */
  url(query?: string, order?: readonly Member[]): string
  /** Commits at the primary wait for the replica, as with synchronous_mode_strict of Patroni. */
  replicateSynchronously(names?: string): Promise<void>
  close(): Promise<void>
}

/** Answers false where it has not happened after half a minute, as on a busy machine. Then it is asked again. */
const PROMOTE = 'select case when pg_is_in_recovery() then pg_promote(true, 30) else true end as promoted'

const SETTINGS = {
  fsync: 'off',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
  // Not fewer than the primary had before. Otherwise the replica does not start.
  max_connections: '200',
}

const STATE = 'select state from pg_stat_replication'

const WHO_MAY = 'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n'

type ServerParts = ReturnType<typeof findServerParts>

/** Made at the first use: the files of a process share it, because a cluster takes seconds of processor time. */
let template: Promise<ServerParts> | undefined

/** Makes a cluster with the tables of the service, and stops it. It goes with this process. */
async function makeTemplate(): Promise<ServerParts> {
  const folder = emptyFolder('portico-pair-template-')
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const options = { dataDir: join(folder, 'data'), progress: () => undefined }
  const server = await startEmbeddedServer(options)
  const { socketDir, port, user, database } = server
  await migrate({ kind: 'socket', socketDir, port, user, database }, MIGRATIONS)
  await server.stop()
  const parts = findServerParts(options)
  writeFileSync(join(parts.cluster, 'pg_hba.conf'), WHO_MAY)
  return parts
}

/** A folder that the user of the server may pass through. */
function emptyFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), name))
  chmodSync(folder, 0o711)
  return folder
}

/** Starts both on copies of one cluster that has the tables of the service. */
export async function openPair(): Promise<Pair> {
  const { cluster, ...parts } = await (template ??= makeTemplate())
  const folder = emptyFolder('portico-pair-')
  const [first, second] = [join(folder, 'primary'), join(folder, 'replica')]
  for (const copy of [first, second]) execFileSync('cp', ['-a', cluster, copy])
  writeFileSync(join(second, 'standby.signal'), '')
  const children: ChildProcess[] = []

  const start = (folder: string, settings: Readonly<Record<string, string>>) =>
    startMember(folder, settings, { parts, children })
  const close = async () => {
    await Promise.all(children.map(kill))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const primary = await start(first, {})
    const [host, port] = primary.place.split(':')
    // A question to the replica waits for what it replays: it is not cancelled.
    const replica = await start(second, {
      primary_conninfo: `host=${host} port=${port} user=portico`,
      max_standby_streaming_delay: '-1',
    })
    await expect.poll(() => primary.ask(STATE), { timeout: 30_000 }).toEqual([{ state: 'streaming' }])
    const url = (query = '', order = [replica, primary]) =>
      `postgres://portico@${order.map(({ place }) => place).join(',')}/portico${query}`
    const replicateSynchronously = async (names = 'walreceiver') => {
      await primary.requireStandbys(names)
      await expect
        .poll(() => primary.ask('select sync_state from pg_stat_replication'))
        .toEqual([{ sync_state: expect.stringMatching(/sync|quorum/) }])
    }
    return { primary, replica, url, replicateSynchronously, close }
  } catch (error) {
    await close()
    throw error
  }
}

interface MemberNeeds {
  readonly parts: Pick<ServerParts, 'program' | 'user' | 'environment'>
  /** Gets each process that is started. */
  readonly children: ChildProcess[]
}

async function startMember(
  folder: string,
  settings: Readonly<Record<string, string>>,
  { parts, children }: MemberNeeds,
): Promise<Member> {
  const port = await freePort()
  const options = Object.entries({ ...SETTINGS, ...settings, port: String(port) })
  const run = () => {
    const child = spawn(
      parts.program,
      ['-D', folder, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...parts.user, cwd: '/', env: parts.environment, stdio: 'ignore' },
    )
    children.push(child)
    return child
  }
  let child = run()
  const place = `127.0.0.1:${port}`
  const ask = (statement: string) => askAt(place, statement)
  const answers = () =>
    expect.poll(() => ask('select 1 as one').catch(String), { timeout: 30_000 }).toEqual([{ one: 1 }])
  await answers()
  return {
    place,
    ask,
    async promote() {
      await expect.poll(() => ask(PROMOTE), { timeout: 150_000 }).toEqual([{ promoted: true }])
    },
    kill: () => kill(child),
    async restart() {
      child = run()
      await answers()
    },
    signal: (name) => signalAll(child, name),
    requireStandbys: (names) => requireStandbys(ask, names),
  }
}

/** A reload is over when the checkpointer has read the setting: it tells the backends that commits wait. Its second checkpoint begins after it has read it. */
async function requireStandbys(ask: Member['ask'], names: string): Promise<void> {
  await ask(`alter system set synchronous_standby_names = '${names}'`)
  await ask('select pg_reload_conf()')
  await expect
    .poll(() => ask('show synchronous_standby_names'), { timeout: 30_000 })
    .toEqual([{ synchronous_standby_names: names }])
  for (let round = 0; round < 2; round += 1) await ask('checkpoint')
}

/** The server process first, then its children. */
function processesOf({ pid = 0 }: ChildProcess): readonly number[] {
  const children = execFileSync('ps', ['-A', '-o', 'ppid=,pid='])
    .toString()
    .matchAll(/(\d+) +(\d+)/g)
  return [
    pid,
    ...[...children].filter(([, parent]) => Number(parent) === pid).map(([, , child]) => Number(child)),
  ]
}

function signalAll(child: ChildProcess, name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of processesOf(child)) {
    try {
      process.kill(pid, name)
    } catch {
      // It has ended meanwhile.
    }
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  signalAll(child, 'SIGCONT')
  child.kill('SIGQUIT')
  await once(child, 'exit')
}

async function askAt(place: string, statement: string): Promise<unknown> {
  const session = await openSession({ kind: 'url', url: `postgres://portico@${place}/portico` })
  try {
    return await session.runText(statement)
  } finally {
    await session.close()
  }
}
