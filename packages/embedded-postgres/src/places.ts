import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { handOver, type ServerUser } from './hand-over.ts'
import { readOptional } from './processes.ts'
import { EmbeddedTrouble, explainFileError } from './trouble.ts'

/** PostgreSQL's folder, in the data folder or in the folder that the pointer file names. */
const CLUSTER = 'postgres'
const POINTER = 'postgres-location'
/** Where root keeps what cannot be in the data folder, because the user `nobody` cannot reach it. */
const SYSTEM_FOLDER = '/var/lib/portico'
/** Only root may write here, and it is short. */
const FOLDER_OF_ROOT = process.platform === 'darwin' ? '/var/run' : '/run'
/** macOS allows 103 bytes, Linux 107. */
const LONGEST_SOCKET_PATH_BYTES = 103
/** Part of the socket's file name. No network port is opened. */
export const PORT = 5432

/** The folders and files of one embedded server. */
export interface Places {
  /** PostgreSQL's own folder (`PGDATA`). */
  readonly cluster: string
  /** The folder of the cluster. */
  readonly home: string
  readonly socketDir: string
  /** The user that runs PostgreSQL, where that is not this process's user. */
  readonly user: ServerUser | undefined
  readonly lock: string
  /** The server's output before its own log is open. */
  readonly startLog: string
  /** The folders for a copy of the programs, the best first. */
  readonly copyFolders: readonly string[]
}

/** Whether an earlier start made a cluster for this data folder. */
export function hasCluster(dataDir: string): boolean {
  return [CLUSTER, POINTER].some((name) => existsSync(join(dataDir, name)))
}

/** Chooses the folders and makes them, and finds those that an earlier start chose. */
export function choosePlaces(dataDir: string, progress: (line: string) => void): Places {
  try {
    const user = serverUser(join(dataDir, CLUSTER))
    if (mkdirSync(dataDir, { recursive: true }) !== undefined) chmodSync(dataDir, user ? 0o711 : 0o700)
    const real = realpathSync(dataDir)
    const home = chooseHome(real, user, progress)
    return {
      home,
      user,
      cluster: join(home, CLUSTER),
      socketDir: makeSocketDir(home, user),
      lock: join(home, 'postgres.lock'),
      startLog: join(home, 'postgres-start.log'),
      copyFolders: user ? [SYSTEM_FOLDER, '/tmp'] : [join(home, 'programs')],
    }
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}

/** An existing database is never left for a new, empty one in another place. */
function chooseHome(dataDir: string, user: ServerUser | undefined, progress: (line: string) => void): string {
  const pointer = join(dataDir, POINTER)
  const moved = readOptional(pointer)?.trim()
  if (moved) return requireCluster(moved, pointer)
  const blocked = user && findUnreachable(dataDir, user)
  if (blocked === undefined) return dataDir
  if (existsSync(join(dataDir, CLUSTER))) {
    throw new EmbeddedTrouble(
      `PostgreSQL runs as "nobody" when Portico is started as root, and ${blocked} does not let this user reach the database in ${dataDir}: run chmod o+x ${blocked}, or start Portico as the owner.`,
    )
  }
  const home = makeHomeOfRoot(dataDir)
  writeFileSync(pointer, `${home}\n`)
  progress(
    `The database goes to ${home}, because PostgreSQL runs as "nobody" and ${blocked} does not let this user in.`,
  )
  return home
}

/** Makes the cluster's empty folder before the pointer. So a pointer to a missing folder always means that data are lost. */
function makeHomeOfRoot(dataDir: string): string {
  const home = join(SYSTEM_FOLDER, hashOf(dataDir))
  makeOpenFolder(SYSTEM_FOLDER)
  makeOpenFolder(home)
  mkdirSync(join(home, CLUSTER), { recursive: true })
  return home
}

function requireCluster(home: string, pointer: string): string {
  if (existsSync(join(home, CLUSTER))) return home
  throw new EmbeddedTrouble(
    `The database is not in ${home} any more, although ${pointer} names this folder: restore the folder, or remove ${pointer} to begin with an empty database.`,
  )
}

/** The first folder on the path of `folder`, itself included, that the user may not enter. */
function findUnreachable(folder: string, user: ServerUser): string | undefined {
  const parent = dirname(folder)
  const above = parent === folder ? undefined : findUnreachable(parent, user)
  if (above !== undefined) return above
  const { uid, gid, mode } = statSync(folder)
  if (uid === user.uid) return (mode & 0o100) !== 0 ? undefined : folder
  if (gid === user.gid) return (mode & 0o010) !== 0 ? undefined : folder
  return (mode & 0o001) !== 0 ? undefined : folder
}

/** A folder that only the server's user and this process may enter, with a path that fits a socket's address. */
function makeSocketDir(home: string, user: ServerUser | undefined): string {
  const fitting = join(home, 'socket')
  const fits = Buffer.byteLength(join(fitting, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET_PATH_BYTES
  const folder = fits ? fitting : join(shortFolder(), `portico-${process.getuid?.() ?? 0}-${hashOf(home)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  handOver(folder, user)
  return folder
}

/** For root, one that nobody else writes in: in /tmp, the user that runs PostgreSQL could put anything in the place of its folder. */
function shortFolder(): string {
  return process.getuid?.() === 0 ? FOLDER_OF_ROOT : '/tmp'
}

/** Makes a folder that every user may enter. An existing one stays unchanged. */
export function makeOpenFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true }) !== undefined) chmodSync(folder, 0o755)
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of the existing cluster, or as `nobody` without one.
 * Otherwise it runs as this process's user (`undefined`).
 */
export function serverUser(cluster: string): ServerUser | undefined {
  const self = process.getuid?.()
  const owner = lstatSync(cluster, { throwIfNoEntry: false })
  if (self !== 0 && owner && owner.uid !== self) {
    throw new EmbeddedTrouble(
      `The database in ${cluster} belongs to another user: start Portico as that user or as root.`,
    )
  }
  if (self !== 0) return undefined
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody()
}

function nobody(): ServerUser {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (line) return { uid: Number(line[1]), gid: Number(line[2]) }
  throw new EmbeddedTrouble(
    'PostgreSQL does not run as root and this system has no user "nobody": start Portico as an ordinary user.',
  )
}
