import { spawn } from 'node:child_process'
import { closeSync, constants, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { ServerSetup } from './cluster.ts'
import { type Places, PORT } from './places.ts'
import { isServerProcess, readOptional, serverProcesses } from './processes.ts'
import { SERVER_ENVIRONMENT } from './programs.ts'
import { openSession, type ServerAddress } from './session.ts'
import { diskFull, EmbeddedTrouble, errorCode, explainFileError, USE_YOUR_OWN } from './trouble.ts'

const POLL_MILLISECONDS = 25
/** How long a running server may be silent before the start fails. A recovery after a crash is not silent. */
const SILENCE_POLLS = 60_000 / POLL_MILLISECONDS
const GETTING_READY = 'PostgreSQL is still starting (after a crash it first replays its log)'
const PROGRESS_POLLS = 10_000 / POLL_MILLISECONDS
/** Backends whose server was killed end by themselves when they notice. */
const ORPHAN_POLLS = 30_000 / POLL_MILLISECONDS

/**
 * Nothing with citizens' data is logged: no statement, no parameter, no detail, and no error of a statement, whose
 * message quotes values.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  cluster_name: 'portico',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
}

/** A server's process and its address, from its `postmaster.pid`. */
export interface Postmaster extends ServerAddress {
  readonly pid: number
}

/** The server that runs on the cluster, of any process. One that starts or stops counts, too. */
export function findPostmaster({ cluster, socketDir }: Places): Postmaster | undefined {
  const lines = readOptional(join(cluster, 'postmaster.pid'))?.split('\n')
  const pid = Number.parseInt(lines?.[0] ?? '', 10)
  if (!lines || !(pid > 0) || !isServerProcess(pid, cluster)) return undefined
  return { pid, port: Number(lines[3]) || PORT, socketDir: lines[4] || socketDir }
}

/** Starts the server in its own session, so that Ctrl-C in our terminal does not reach it. */
export async function startPostmaster(setup: ServerSetup): Promise<pg.Client> {
  const { places, programs } = setup
  await clearStalePid(places)
  const log = openStartLog(places)
  const child = spawn(programs.postgres, serverArguments(places), {
    ...places.user,
    cwd: '/',
    detached: true,
    env: SERVER_ENVIRONMENT,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  let ended = false
  for (const event of ['exit', 'error']) child.once(event, () => (ended = true))
  const session = await waitUntilReady(setup, () => !ended)
  if (session) return session
  throw explainStart(places)
}

/**
 * Waits until the server accepts sessions, and opens one. It always tries once: a server whose process is not visible
 * (another container on the same folder) is found by its answer. @returns nothing where there is no server, or it
 * has ended
 */
export async function waitUntilReady(
  { places, progress }: Pick<ServerSetup, 'places' | 'progress'>,
  isAlive: () => boolean,
): Promise<pg.Client | undefined> {
  let silence = 0
  let poll = 0
  do {
    const answer = await tryToOpen(findPostmaster(places) ?? { socketDir: places.socketDir, port: PORT })
    if (answer !== 'silent' && answer !== 'not-yet') return answer
    silence = answer === 'silent' ? silence + 1 : 0
    if (silence > SILENCE_POLLS) throw silentServer(places)
    poll += 1
    if (poll % PROGRESS_POLLS === 0) progress(GETTING_READY)
    await wait(POLL_MILLISECONDS)
  } while (isAlive())
  return undefined
}

/** Opens a session. 57P03: the server is starting, recovering or stopping. 53300: it has no free session. */
async function tryToOpen(address: ServerAddress): Promise<pg.Client | 'silent' | 'not-yet'> {
  try {
    return await openSession(address)
  } catch (error) {
    const code = errorCode(error)
    if (code === '57P03' || code === '53300') return 'not-yet'
    if (code === '57P01' || code === '57P02' || code === undefined || /^E[A-Z]|^CONN/.test(code))
      return 'silent'
    throw error
  }
}

/** Asks the server for a fast shutdown, and waits until it has ended. */
export async function stopPostmaster(places: Places): Promise<void> {
  const running = findPostmaster(places)
  if (!running) return
  process.kill(running.pid, 'SIGINT')
  while (findPostmaster(places)?.pid === running.pid) await wait(POLL_MILLISECONDS)
}

function serverArguments({ cluster, socketDir }: Places): string[] {
  const quoted = `"${socketDir.replaceAll('"', '""')}"`
  const settings = { ...SETTINGS, unix_socket_directories: quoted, port: String(PORT) }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants

/** A link here could lead to any file, where the data folder is not this process's own. */
function openStartLog({ startLog }: Places): number {
  try {
    return openSync(startLog, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
  } catch (error) {
    throw explainFileError(error, startLog)
  }
}

/**
 * A killed server leaves its `postmaster.pid`. PostgreSQL removes it, unless another program or a zombie has the
 * process id now. That is checked here, and no process may remain in the cluster.
 */
async function clearStalePid(places: Places): Promise<void> {
  for (let poll = 0; serverProcesses(places.cluster).length > 0; poll += 1) {
    if (poll > ORPHAN_POLLS) {
      throw new EmbeddedTrouble(
        `Processes ${serverProcesses(places.cluster).join(', ')} still use ${places.cluster} without a server: end them and start again.`,
      )
    }
    await wait(POLL_MILLISECONDS)
  }
  if (process.platform === 'linux') rmSync(join(places.cluster, 'postmaster.pid'), { force: true })
}

function silentServer(places: Places): EmbeddedTrouble {
  return new EmbeddedTrouble(`PostgreSQL runs but does not answer in ${places.socketDir}: ${seeLog(places)}.`)
}

function explainStart(places: Places): EmbeddedTrouble {
  const said = `${readOptional(places.startLog) ?? ''}\n${newestLog(places) ?? ''}`
  if (/No space left on device/i.test(said)) return diskFull(places.cluster)
  const reason = /(?:FATAL|PANIC|error while loading): .*/.exec(said)?.[0] ?? 'without a message'
  return new EmbeddedTrouble(`PostgreSQL did not start (${reason}): ${seeLog(places)}, or ${USE_YOUR_OWN}.`)
}

function newestLog({ cluster }: Places): string | undefined {
  const folder = join(cluster, 'log')
  if (!statSync(folder, { throwIfNoEntry: false })) return undefined
  const logs = readdirSync(folder).map((name) => join(folder, name))
  const [newest] = logs.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs)
  return newest && readOptional(newest)
}

function seeLog({ cluster, startLog }: Places): string {
  return `see ${startLog} and ${join(cluster, 'log')}`
}
