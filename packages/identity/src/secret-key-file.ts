import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Random } from './platform/random.ts'

/** Bytes of the key that seals stored values. */
export const SECRET_KEY_BYTES = 32

/** The key of the data directory is missing, damaged or unreadable. The message says what to do. */
export class SecretKeyTrouble extends Error {
  override readonly name = 'SecretKeyTrouble'
}

/** Randomness for a new key, and whether the database needs an old one. */
export interface SecretKeyNeeds {
  readonly random: Random
  /** Whether a value in the database is sealed, so that a key must exist somewhere. */
  isSealed(): Promise<boolean>
}

const ONE_KEY = /^[A-Za-z0-9+/]{43}=$/

/** The path of the generated key. */
export function secretKeyPath(dataDir: string): string {
  return join(dataDir, 'secret-key')
}

/** Reads the key. Nothing where the file does not exist. A file without a complete key throws; it is never replaced. */
export async function readSecretKey(path: string): Promise<Buffer | undefined> {
  const text = await readIfThere(path)
  if (text === undefined) return undefined
  const key = text.trim()
  if (ONE_KEY.test(key)) return Buffer.from(key, 'base64')
  throw new SecretKeyTrouble(
    `The file ${path} does not hold a secret key (${SECRET_KEY_BYTES} bytes in base64): restore it from a backup, because nothing that was sealed with it can be opened without it.`,
  )
}

/**
 * Reads the key, or makes it where nothing exists yet. Processes that start at the same time agree on one key: the
 * first one links its file to the final name, and the others read that.
 */
export async function obtainSecretKey(path: string, needs: SecretKeyNeeds): Promise<Buffer> {
  const key = await readSecretKey(path)
  if (key) return key
  if (!(await needs.isSealed())) return makeSecretKey(path, needs.random)
  // Another process may have made the key since the file was not found, and sealed with it.
  const late = await readSecretKey(path)
  if (late) return late
  throw new SecretKeyTrouble(
    `The secret key is missing at ${path}, and the database holds keys that were sealed with it: restore the file from a backup or set PORTICO_SECRET_KEY to that key. No new key is made, because it would cut off every program.`,
  )
}

async function makeSecretKey(path: string, random: Random): Promise<Buffer> {
  const key = random.bytes(SECRET_KEY_BYTES)
  const incoming = `${path}.incoming-${random.bytes(6).toString('hex')}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeDurably(incoming, `${key.toString('base64')}\n`)
    await link(incoming, path)
    await syncFolder(dirname(path))
    return key
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw explain(error, path, 'made')
    const theirs = await readSecretKey(path)
    if (theirs) return theirs
    throw new SecretKeyTrouble(
      `${path} must be the secret key, and is a symbolic link without a target: remove it.`,
    )
  } finally {
    await rm(incoming, { force: true })
  }
}

/** A file with the final name is complete and on the disk, even after a power failure. */
async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await chmod(path, 0o600)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw explain(error, path, 'read')
  }
}

function explain(error: unknown, path: string, action: 'read' | 'made'): SecretKeyTrouble {
  const mend = 'start Portico as the user that owns the data directory, or choose another PORTICO_DATA_DIR'
  return new SecretKeyTrouble(
    `The secret key ${path} cannot be ${action} (${codeOf(error) ?? 'unknown reason'}): ${mend}.`,
    {
      cause: error,
    },
  )
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
