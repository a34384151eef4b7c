import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { ensureCluster, type ServerSetup } from './cluster.ts'
import { withLock } from './lock.ts'
import { choosePlaces, type Places, PORT } from './places.ts'
import { findPostmaster, startPostmaster, stopPostmaster, waitUntilReady } from './postmaster.ts'
import { findPrograms, SERVER_ENVIRONMENT } from './programs.ts'
import { closeSession, countOthers, ensureDatabase, openSession } from './session.ts'
import { errorCode, explainFileError } from './trouble.ts'

/** A session leaves the server's list a moment after it was closed. The list is read this many times. */
const CLOSING_POLLS = 40
const POLL_MILLISECONDS = 25

/** A PostgreSQL server of our own, on a Unix socket only. */
export interface EmbeddedServer {
  /** The folder and the port of the socket. User and database are both `portico`. */
  readonly socketDir: string
  readonly port: number
  readonly user: 'portico'
  readonly database: 'portico'
  /**
   * Restarts the server where it has ended (killed, out of memory), or joins it where another process restarted it.
   * Does nothing while it runs.
   */
  revive(): Promise<void>
  /** Stops the server. Where another process uses it, it keeps running. */
  stop(): Promise<void>
}

/** The data folder and the progress. */
export interface EmbeddedOptions {
  readonly dataDir: string
  readonly progress: (line: string) => void
}

/**
 * Starts the embedded PostgreSQL on the data folder, or joins the one that runs there, whoever started it. The server
 * survives when a process is killed. Failures are an `EmbeddedTrouble` with one sentence for the operator.
 */
export async function startEmbeddedServer({ dataDir, progress }: EmbeddedOptions): Promise<EmbeddedServer> {
  const places = choosePlaces(dataDir, progress)
  let session = await exclusively(places, () => joinOrStart({ places, progress }))
  let postmaster = findPostmaster(places)
  const { socketDir, port } = postmaster ?? { socketDir: places.socketDir, port: PORT }
  let stopping: Promise<void> | undefined
  const rejoin = async () => {
    const lost = session
    session = await joinOrStart({ places, progress })
    postmaster = findPostmaster(places)
    await closeSession(lost)
  }
  const isAsBefore = () => stopping !== undefined || findPostmaster(places)?.pid === postmaster?.pid
  const revive = async () => {
    if (!isAsBefore()) await exclusively(places, async () => (isAsBefore() ? undefined : rejoin()))
  }
  const stop = () => {
    stopping ??= exclusively(places, () => leave(places, session))
    return stopping
  }
  return { socketDir, port, user: 'portico', database: 'portico', revive, stop }
}

/**
 * Finds what is needed to run another server on the cluster (`PGDATA`) of a stopped embedded one: the program
 * `postgres`, its environment, and the user that must run it, where that is not this process's user.
 */
export function findServerParts({ dataDir, progress }: EmbeddedOptions) {
  const places = choosePlaces(dataDir, progress)
  const { cluster, user } = places
  return { cluster, user, program: findPrograms(places).postgres, environment: SERVER_ENVIRONMENT }
}

/** The sessions here do not keep this process alive. A timer does, until the work is done. */
async function exclusively<Value>(places: Places, work: () => Promise<Value>): Promise<Value> {
  const alive = setInterval(() => undefined, 60_000)
  try {
    return await withLock(places.lock, work)
  } catch (error) {
    throw explainFileError(error, places.home)
  } finally {
    clearInterval(alive)
  }
}

async function joinOrStart(needs: Omit<ServerSetup, 'programs'>): Promise<pg.Client> {
  const { places } = needs
  let session = await waitUntilReady(needs, () => findPostmaster(places) !== undefined)
  if (!session) {
    const setup = { ...needs, programs: findPrograms(places) }
    await ensureCluster(setup)
    session = await startPostmaster(setup)
  }
  await ensureDatabase(session)
  return session
}

/**
 * The open session showed the others that this process uses the server. The last process stops it. A new session counts
 * them, because the open one may belong to a server that was killed.
 */
async function leave(places: Places, held: pg.Client): Promise<void> {
  await closeSession(held)
  const used = await countingSession(places).then(isUsedByOthers).catch(mayBeInUse)
  if (!used) await stopPostmaster(places)
}

function countingSession(places: Places): Promise<pg.Client> {
  return openSession(findPostmaster(places) ?? { socketDir: places.socketDir, port: PORT })
}

async function isUsedByOthers(session: pg.Client): Promise<boolean> {
  try {
    let others = await countOthers(session)
    for (let poll = 1; poll < CLOSING_POLLS && others.holders === 0 && others.sessions > 0; poll += 1) {
      await wait(POLL_MILLISECONDS)
      others = await countOthers(session)
    }
    return others.sessions > 0
  } finally {
    await closeSession(session)
  }
}

/** Nobody uses a server that has ended or is stopping (57P01 to 57P03). Any other that cannot be asked may be in use. */
function mayBeInUse(error: unknown): boolean {
  return !/^(E[A-Z]+|57P0[123])$/.test(errorCode(error) ?? '')
}
