import { execFile } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerUser } from './hand-over.ts'
import { handOver } from './hand-over.ts'
import type { Places } from './places.ts'
import { readOptional } from './processes.ts'
import { type Programs, SERVER_ENVIRONMENT } from './programs.ts'
import { diskFull, EmbeddedTrouble, USE_YOUR_OWN } from './trouble.ts'

const INCOMING = 'postgres-incoming-'

const INITDB_OPTIONS = [
  '--username=portico',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth-local=trust',
  '--auth-host=reject',
  '--no-instructions',
]

/** The places, the programs and the progress of one server. */
export interface ServerSetup {
  readonly places: Places
  readonly programs: Programs
  readonly progress: (line: string) => void
}

/**
 * Makes the cluster unless it exists. It is made under another name and renamed, so a cluster with the final name is
 * complete. Deletes what a killed start left. Only the owner of the lock may call this.
 */
export async function ensureCluster(setup: ServerSetup): Promise<void> {
  const { places, programs, progress } = setup
  removeLeftovers(places.home)
  const version = readOptional(join(places.cluster, 'PG_VERSION'))?.trim()
  if (version !== undefined) return requireVersion(places, version, programs.major)
  progress(`Creating the database in ${places.cluster}`)
  await createCluster(setup)
}

function requireVersion({ cluster }: Places, version: string, major: string): void {
  if (version === major) return
  throw new EmbeddedTrouble(
    `The database in ${cluster} was made by PostgreSQL ${version} and this release brings PostgreSQL ${major}: back it up with the release that made it and restore it into a new folder, or ${USE_YOUR_OWN}.`,
  )
}

function removeLeftovers(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(INCOMING)) rmSync(join(home, name), { recursive: true, force: true })
  }
}

async function createCluster({ places, programs }: ServerSetup): Promise<void> {
  const incoming = mkdtempSync(join(places.home, INCOMING))
  handOver(incoming, places.user)
  try {
    await runInitdb(programs.initdb, incoming, places.user)
    renameSync(incoming, places.cluster)
    syncFolder(places.home)
  } finally {
    rmSync(incoming, { recursive: true, force: true })
  }
}

async function runInitdb(program: string, folder: string, user: ServerUser | undefined): Promise<void> {
  const options = { ...user, cwd: '/', env: SERVER_ENVIRONMENT }
  await new Promise<void>((resolve, reject) => {
    execFile(program, [...INITDB_OPTIONS, '-D', folder], options, (error, output, complaints) => {
      if (!error) return resolve()
      // The program could not be started, so its file is at fault.
      reject('syscall' in error ? error : explainInitdb(output + complaints, folder))
    })
  })
}

function explainInitdb(output: string, folder: string): EmbeddedTrouble {
  if (/No space left on device/i.test(output)) return diskFull(folder)
  const reason = /(?:error|fatal): .*/i.exec(output)?.[0] ?? output.trim().split('\n').at(-1) ?? ''
  return new EmbeddedTrouble(
    `The database could not be created in ${folder} (${reason}): check this folder, or ${USE_YOUR_OWN}.`,
  )
}

/** A rename survives a power failure only after its folder was synced. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
