import { appendEvent, type ByOperator, findNewestEventTime, forgetForeignNumbers } from '../audit/index.ts'
import { holdSuspensions } from '../citizens/index.ts'
import type { Clock, UnixSeconds } from '../platform/clock.ts'
import type { DatabaseAddress } from '../platform/postgres/connect.ts'
import { ON_PRIMARY, openSession } from '../platform/postgres/session.ts'
import { isLeftOut, type Tables } from '../platform/postgres/table.ts'
import {
  findReplayedUntil,
  findTimeline,
  replaceTimelines,
  type ServerTimeline,
} from '../platform/postgres/timeline.ts'
import type { Random } from '../platform/random.ts'
import { type BulkTransaction, rebuild } from './bulk.ts'
import { raiseVersions } from './raise-versions.ts'
import { refuseWhileInUse } from './refuse-while-in-use.ts'

/** The database and the progress. */
export interface SettleRecoveryNeeds extends ByOperator {
  readonly address: DatabaseAddress
  readonly clock: Clock
  readonly random: Random
  readonly tables: Tables
  /** Called for each table, and while the security versions rise. */
  readonly progress: (line: string) => void
}

/** What was ended. */
export interface SettledRecovery {
  /** About the moment to which the database went back. Undefined where nothing tells it. */
  readonly moment: UnixSeconds | undefined
  /** Every citizen has this one now. */
  readonly securityVersion: number
  /** How many suspensions had an end, and have none now. */
  readonly suspensions: number
  /** The deleted rows of each table. */
  readonly ended: Readonly<Record<string, number>>
}

/**
 * Ends what a recovery by PostgreSQL's own means made valid again, in one transaction: what `portico restore` leaves out of
 * a backup is deleted here, every citizen gets a security version that no citizen ever had, and the timeline of the server
 * becomes the one that Portico expects. Notes about migrations stay, because the schema went back together with them. Throws
 * BackupTrouble.
 */
export async function settleRecovery(needs: SettleRecoveryNeeds): Promise<SettledRecovery> {
  const timeline = await lookAtTimeline(needs.address)
  return rebuild(needs.address, async (bulk) => {
    await refuseWhileInUse(bulk)
    const inTransaction = { ...needs, db: bulk.db }
    const moment =
      (await findReplayedUntil(bulk.db)) ??
      (await findNewestEventTime(bulk.db, ['migrations-applied', 'recovery-settled']))
    const ended = await endEverything(needs, bulk)
    const securityVersion = await raiseVersions(inTransaction)
    const suspensions = await holdSuspensions(bulk.db)
    await forgetForeignNumbers(bulk.db)
    await replaceTimelines(bulk.db, timeline, needs.clock.now())
    await appendEvent(inTransaction, {
      name: 'recovery-settled',
      origin: needs.by,
      details: {
        ...(moment === undefined ? {} : { moment: new Date(moment * 1000).toISOString() }),
        ...(timeline && { system_identifier: timeline.systemIdentifier, timeline: timeline.timeline }),
        security_version: securityVersion,
        suspensions,
      },
    })
    await refuseWhileInUse(bulk)
    return { moment, securityVersion, suspensions, ended }
  })
}

/** Outside the transaction, because some hosted servers refuse the question. */
async function lookAtTimeline(address: DatabaseAddress): Promise<ServerTimeline | undefined> {
  const session = await openSession(address, ON_PRIMARY)
  return findTimeline(session).finally(() => session.close())
}

async function endEverything(
  { progress, tables }: SettleRecoveryNeeds,
  bulk: BulkTransaction,
): Promise<Readonly<Record<string, number>>> {
  const ended: Record<string, number> = {}
  for (const { table } of (await bulk.tables()).filter((shape) => isLeftOut(tables, shape.table))) {
    const rows = await bulk.empty(table)
    ended[table] = rows
    progress(`${table}: ${rows} rows deleted`)
  }
  return ended
}
