import { closeSync, constants, fchmodSync, fchownSync, fstatSync, openSync } from 'node:fs'
import { EmbeddedTrouble } from './trouble.ts'

/** The user that runs PostgreSQL, where that is not this process's user. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

const FOLDER_ITSELF = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW

/**
 * Gives a folder to the user that runs PostgreSQL, for that user alone. The folder is opened once, and everything is done with what
 * was opened: where others may rename it, a link in its place would otherwise give them any other folder. Refuses a folder that is
 * neither this process's nor that user's.
 */
export function handOver(folder: string, user: ServerUser | undefined): void {
  const handle = openFolder(folder)
  try {
    const self = process.getuid?.() ?? 0
    if (![self, user?.uid].includes(fstatSync(handle).uid)) throw foreign(folder)
    if (user) fchownSync(handle, user.uid, user.gid)
    fchmodSync(handle, 0o700)
  } finally {
    closeSync(handle)
  }
}

function openFolder(folder: string): number {
  try {
    return openSync(folder, FOLDER_ITSELF)
  } catch (cause) {
    throw foreign(folder, cause)
  }
}

function foreign(folder: string, cause?: unknown): EmbeddedTrouble {
  return new EmbeddedTrouble(
    `${folder} is no folder of this user: remove it or choose a shorter PORTICO_DATA_DIR.`,
    { cause },
  )
}
