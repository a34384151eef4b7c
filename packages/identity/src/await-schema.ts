import { setTimeout as wait } from 'node:timers/promises'
import { type NotReadyConfig, openNotReadyServer } from './not-ready-server.ts'
import type { Progress } from './open-database.ts'
import type { Log } from './platform/log.ts'
import { type Database, DatabaseUnavailable } from './platform/postgres/database.ts'
import type { Schema } from './platform/postgres/schema.ts'
import { lookAtSchema } from './platform/postgres/table-marks.ts'
import type { Random } from './platform/random.ts'

/** How often a process that waits for `portico migrate` looks. */
const LOOK_MILLISECONDS = 500

/** The database, what this build says about it, and where to listen meanwhile. */
export interface AwaitSchemaNeeds {
  readonly db: Database
  readonly schema: Schema
  readonly config: NotReadyConfig
  readonly log: Log
  readonly random: Random
  readonly progress: Progress
  /** Whether it waits for `portico migrate`. Beside others that serve at the same port, it would answer 503 in their place. */
  readonly waits: boolean
  /** Aborted when the process is told to stop. */
  readonly stopping: AbortSignal
}

/**
 * Resolves when the schema is one that this release accepts. While it is too old, the process says what to do, answers 503
 * and looks again, so that it needs no restart after `portico migrate`. Throws SchemaDoesNotFit where the schema is not too old,
 * but another one, because no command of this release helps.
 */
export async function awaitSchema(needs: AwaitSchemaNeeds): Promise<void> {
  const { progress, stopping } = needs
  const { trouble, unknown } = await lookAtSchema(needs.db, needs.schema)
  if (!trouble && unknown.length > 0)
    progress('A newer release has migrated the database, and this one still runs on it')
  if (!trouble) return
  if (trouble.why !== 'too-old' || !needs.waits) throw trouble
  progress(`Portico is not ready: ${trouble.message} It answers 503, and becomes ready by itself afterwards.`)
  const { server } = await openNotReadyServer(needs)
  try {
    while (await isStillTooOld(needs)) await wait(LOOK_MILLISECONDS, undefined, { signal: stopping })
  } finally {
    await server.close()
  }
}

/** A database that is away meanwhile comes back. */
async function isStillTooOld(needs: AwaitSchemaNeeds): Promise<boolean> {
  try {
    const { trouble } = await lookAtSchema(needs.db, needs.schema)
    if (trouble && trouble.why !== 'too-old') throw trouble
    return trouble !== undefined
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return true
    throw error
  }
}
