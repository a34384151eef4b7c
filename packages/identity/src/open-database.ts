import { resolve } from 'node:path'
import type { Config } from './config.ts'
import { loadEmbedded, NoDatabaseServer } from './load-embedded.ts'
import { SCHEMA } from './migrations.ts'
import type { Clock } from './platform/clock.ts'
import type { Basics } from './platform/foundation.ts'
import { type Keyring, keyring } from './platform/keyring.ts'
import { type DatabaseAddress, type DatabasePool, openPool } from './platform/postgres/connect.ts'
import { rememberUnlessRecovered } from './platform/postgres/recovered-database.ts'
import { requireFit } from './platform/postgres/schema-range.ts'
import { ServerLease } from './platform/postgres/server-lease.ts'
import { lookAtSchema } from './platform/postgres/table-marks.ts'
import { TimelineFence } from './platform/postgres/timeline-fence.ts'
import type { MakeKeyPair, Random } from './platform/random.ts'
import { systemClock } from './platform/system-clock.ts'
import { systemKeyPair, systemRandom } from './platform/system-random.ts'
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

/** An open database, and the clock and randomness of the system. */
export interface OpenDatabase {
  /** For further pools. */
  readonly address: DatabaseAddress
  /** The pool for start-up, jobs and the operator's commands. */
  readonly db: DatabasePool
  /** For statements that find a few of many rows: an index is used, whatever the statistics say. */
  readonly reads: DatabasePool
  readonly clock: Clock
  readonly random: Random
  readonly makeKeyPair: MakeKeyPair
  /** For further pools: refuses a server that is an old primary. */
  readonly fence: TimelineFence
  /** For further pools: nothing is answered without a young proof, where `startTimelineWatch` renews it. */
  readonly lease: ServerLease
  /** Restarts an embedded server that crashed. */
  revive(): Promise<void>
  close(): Promise<void>
}

const nothing = async (): Promise<void> => undefined

const UNHURRIED = { connections: 4, deadlineMilliseconds: 60_000, access: 'any' } as const
const BY_KEY = { connections: 1, deadlineMilliseconds: 60_000, access: 'by-key' } as const

/**
 * Finds the database server. Starts the embedded one, or joins it where it runs. Throws NoDatabaseServer where there is none,
 * because a command in the wrong folder would work on a new, empty database.
 */
export async function openDatabaseServer(
  config: DatabaseConfig,
  progress: Progress,
): Promise<DatabaseServer> {
  const { database, dataDir } = config
  if (database.kind === 'embedded' && !(await loadEmbedded()).hasCluster(dataDir))
    throw new NoDatabaseServer(
      `There is no database in ${resolve(dataDir)}, and PORTICO_DATABASE_URL is not set: correct PORTICO_DATA_DIR, set PORTICO_DATABASE_URL, or run portico migrate, which makes a database there.`,
    )
  return makeDatabaseServer(config, progress)
}

/** As openDatabaseServer, but makes an embedded one where there is none. */
export async function makeDatabaseServer(
  { database, dataDir }: DatabaseConfig,
  progress: Progress,
): Promise<DatabaseServer> {
  if (database.kind === 'url') return { address: database, revive: nothing, close: nothing }
  const { startEmbeddedServer } = await loadEmbedded()
  const { stop, revive, ...place } = await startEmbeddedServer({ dataDir, progress })
  return { address: { kind: 'socket', ...place }, revive, close: stop }
}

/** Opens the database of this server, whatever its schema is. */
export function openAnyDatabase(server: DatabaseServer): OpenDatabase {
  const basics = openServer(server.address)
  return {
    ...basics,
    address: server.address,
    revive: server.revive,
    async close() {
      await basics.db.close()
      await basics.reads.close()
      await server.close()
    },
  }
}

/** Pools of the server for work without hurry, and the clock and randomness of the system. */
export function openServer(
  address: DatabaseAddress,
): Pick<OpenDatabase, 'db' | 'reads' | 'clock' | 'random' | 'makeKeyPair' | 'fence' | 'lease'> {
  const fence = new TimelineFence()
  const lease = new ServerLease(systemClock)
  const db = openPool(address, { ...UNHURRIED, fence, lease })
  const reads = openPool(address, { ...BY_KEY, fence, lease })
  return { db, reads, clock: systemClock, random: systemRandom, makeKeyPair: systemKeyPair, fence, lease }
}

/**
 * Opens a database whose schema this release accepts. This needs no secret key. Throws SchemaDoesNotFit, RecoveredDatabase,
 * OldTimeline.
 */
export async function openDatabase(config: DatabaseConfig, progress: Progress): Promise<OpenDatabase> {
  const open = openAnyDatabase(await openDatabaseServer(config, progress))
  try {
    requireFit(await lookAtSchema(open.db, SCHEMA))
    await rememberUnlessRecovered(open, systemClock.now())
    return open
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
