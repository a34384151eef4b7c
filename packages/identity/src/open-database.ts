import { appendEvent, systemOrigin } from './audit/index.ts'
import type { Config } from './config.ts'
import { loadEmbedded } from './load-embedded.ts'
import type { Clock } from './platform/clock.ts'
import type { Basics } from './platform/foundation.ts'
import { type Keyring, keyring } from './platform/keyring.ts'
import { type DatabaseAddress, type DatabasePool, openPool } from './platform/postgres/connect.ts'
import { migrate } from './platform/postgres/migrate.ts'
import type { Random } from './platform/random.ts'
import { systemClock } from './platform/system-clock.ts'
import { systemRandom } from './platform/system-random.ts'
import { obtainSecretKey, secretKeyPath } from './secret-key-file.ts'
import { listSigningKeys } from './signing-keys/index.ts'

/** The settings for the database and its keys. */
export type DatabaseConfig = Pick<Config, 'database' | 'dataDir' | 'secretKeys'>

/** Called with a sentence about each step that takes time. */
export type Progress = (line: string) => void

/** A database server that this process may have started. */
export interface DatabaseServer {
  readonly address: DatabaseAddress
  /** Restarts an embedded server that crashed. Does nothing for a server at an address, which somebody else operates. */
  revive(): Promise<void>
  /** Disconnects from the server. An embedded one without other users is stopped. */
  close(): Promise<void>
}

/** An open database with the schema of this release, and the clock and randomness of the system. */
export interface OpenDatabase {
  /** For further pools. */
  readonly address: DatabaseAddress
  /** The pool for start-up, jobs and the operator's commands. */
  readonly db: DatabasePool
  readonly clock: Clock
  readonly random: Random
  /** The migrations that this opening applied. */
  readonly applied: readonly string[]
  /** Restarts an embedded server that crashed. */
  revive(): Promise<void>
  close(): Promise<void>
}

const nothing = async (): Promise<void> => undefined

const UNHURRIED = { connections: 4, deadlineMilliseconds: 60_000, access: 'any' } as const

/** Finds the database server. Starts the embedded one, or joins it where it runs. */
export async function openDatabaseServer(
  config: DatabaseConfig,
  progress: Progress,
): Promise<DatabaseServer> {
  const { database, dataDir } = config
  if (database.kind === 'url') return { address: database, revive: nothing, close: nothing }
  const { startEmbeddedServer } = await loadEmbedded()
  const { stop, revive, ...place } = await startEmbeddedServer({ dataDir, progress })
  return { address: { kind: 'socket', ...place }, revive, close: stop }
}

/** Opens the database and brings its schema up to date. This needs no secret key. */
export async function openDatabase(config: DatabaseConfig, progress: Progress): Promise<OpenDatabase> {
  const server = await openDatabaseServer(config, progress)
  const db = openPool(server.address, UNHURRIED)
  const close = async () => {
    await db.close()
    await server.close()
  }
  const open = {
    address: server.address,
    db,
    clock: systemClock,
    random: systemRandom,
    revive: server.revive,
    close,
  }
  try {
    return { ...open, applied: await bringUpToDate(open, progress) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens the database and the secret keys. Makes a key where neither key nor data exist. */
export async function openDatabaseAndKeys(
  config: DatabaseConfig,
  progress: Progress,
): Promise<OpenDatabase & { readonly keyring: Keyring }> {
  const open = await openDatabase(config, progress)
  try {
    return { ...open, keyring: await openKeyring(config, open) }
  } catch (error) {
    await open.close()
    throw error
  }
}

/** The secret keys: those of the settings, or the one in the data directory. Throws SecretKeyTrouble. */
export async function openKeyring({ secretKeys, dataDir }: DatabaseConfig, needs: Basics): Promise<Keyring> {
  if (secretKeys.length > 0) return keyring(secretKeys, needs.random)
  const isSealed = async () => (await listSigningKeys(needs)).length > 0
  return keyring(
    [await obtainSecretKey(secretKeyPath(dataDir), { random: needs.random, isSealed })],
    needs.random,
  )
}

async function bringUpToDate(
  open: Omit<OpenDatabase, 'applied'>,
  progress: Progress,
): Promise<readonly string[]> {
  const applied = await migrate(open.address)
  if (applied.length === 0) return applied
  progress(
    `The database is up to date: ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'} applied`,
  )
  await appendEvent(open, {
    name: 'migrations-applied',
    origin: systemOrigin,
    details: { names: applied.join(' ') },
  })
  return applied
}
