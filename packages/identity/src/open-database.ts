import { appendEvent, systemOrigin } from './audit/index.ts'
import type { Config } from './config.ts'
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

/** The settings that say where the data are and what seals them. */
export type DatabaseConfig = Pick<Config, 'database' | 'dataDir' | 'secretKeys'>

/** Hears, in sentences, about steps that take time. */
export type Progress = (line: string) => void

/** A database server that may be ours to stop. */
export interface DatabaseServer {
  readonly address: DatabaseAddress
  /** Brings an embedded server back that died; an address leads to somebody else's server, which is theirs to mend. */
  revive(): Promise<void>
  /** Leaves the server; an embedded one that nobody uses any more is stopped. */
  close(): Promise<void>
}

/** The database as this release knows it, and where time and randomness come from. */
export interface OpenDatabase {
  /** For pools of one's own. */
  readonly address: DatabaseAddress
  /** A pool for whatever is not in a hurry: start-up, jobs, the operator's commands. */
  readonly db: DatabasePool
  readonly clock: Clock
  readonly random: Random
  /** The migrations that were applied when it was opened. */
  readonly applied: readonly string[]
  /** Brings an embedded server back that died. */
  revive(): Promise<void>
  close(): Promise<void>
}

const nothing = async (): Promise<void> => undefined

const UNHURRIED = { connections: 4, deadlineMilliseconds: 60_000, access: 'any' } as const

/** Finds the database server; the embedded one is started, or joined where it runs. */
export async function openDatabaseServer(
  config: DatabaseConfig,
  progress: Progress,
): Promise<DatabaseServer> {
  const { database, dataDir } = config
  if (database.kind === 'url') return { address: database, revive: nothing, close: nothing }
  const { startEmbeddedServer } = await import('@portico/embedded-postgres')
  const { stop, revive, ...place } = await startEmbeddedServer({ dataDir, progress })
  return { address: { kind: 'socket', ...place }, revive, close: stop }
}

/** Opens the database and brings its schema up to date; no secret key is needed for that. */
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

/** Opens the database and the secret keys, which are made once where nothing exists yet. */
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
