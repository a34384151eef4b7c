import { fileEvents, numberEvents } from '../audit/index.ts'
import type { DatabaseAddress } from '../platform/postgres/address.ts'
import type { Schema } from '../platform/postgres/schema.ts'
import { ON_PRIMARY, openSession, type Session } from '../platform/postgres/session.ts'
import type { Placement } from '../platform/postgres/table.ts'
import { lookAtSchema } from '../platform/postgres/table-marks.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import {
  countOtherConnections,
  countRows,
  type FoundTable,
  findCluster,
  findTables,
  forgetLocalRows,
  placeTable,
  workInSequence,
} from './distribution-store.ts'
import { placementsOf } from './placement.ts'

/** Why a database cannot be distributed now. */
export type DistributionRefusal = 'no-extension' | 'no-coordinator' | 'no-workers' | 'old-schema' | 'in-use'

/** A table, and how it is or will be stored. */
export interface PlannedTable extends FoundTable {
  readonly placement: Placement
}

/** Says what `distribute` would do, and changes nothing. Finished tables are in the list, too. */
export async function planDistribution(
  session: Session,
  schema: Schema,
): Promise<Result<readonly PlannedTable[], DistributionRefusal>> {
  const { hasExtension, isCoordinator, workers } = await findCluster(session)
  if (!hasExtension) return refused('no-extension')
  if (!isCoordinator) return refused('no-coordinator')
  if (workers === 0) return refused('no-workers')
  const { missing, trouble } = await lookAtSchema(session, schema)
  if (missing.length > 0) return refused('old-schema')
  if (trouble) throw trouble
  const placements = new Map(placementsOf(schema.tables))
  const found = await findTables(session, [...placements.keys()])
  return accepted(
    found.flatMap((table) => {
      const placement = placements.get(table.table)
      return placement ? [{ ...table, placement }] : []
    }),
  )
}

/** Called with a sentence about each step. */
type Progress = (line: string) => void

/** A table, and how many rows it had before and after it was distributed. */
export interface RehearsedTable {
  readonly table: string
  readonly before: number
  readonly after: number
}

/** Ends the transaction of a rehearsal. */
class RehearsalOver extends Error {
  override readonly name = 'RehearsalOver'
}

/**
 * Distributes every table that is not distributed in one transaction, counts its rows before and after, and rolls everything
 * back. So it shows what `distribute` will meet: a row that cannot move, a worker that does not answer, a full disk.
 */
export async function rehearseDistribution(
  session: Session,
  schema: Schema,
  progress: Progress,
): Promise<Result<readonly RehearsedTable[], DistributionRefusal>> {
  const missing = await findMissing(session, schema)
  if (!missing.ok) return missing
  const rehearsed: RehearsedTable[] = []
  const work = async () => {
    await workInSequence(session)
    for (const [at, table] of missing.value.entries()) {
      progress(stepOf(at, missing.value))
      rehearsed.push(await rehearseTable(session, table, progress))
    }
    throw new RehearsalOver()
  }
  await session.transaction(work).catch((error: unknown) => {
    if (!(error instanceof RehearsalOver)) throw error
  })
  return accepted(rehearsed)
}

async function rehearseTable(
  session: Session,
  { table, placement }: PlannedTable,
  progress: Progress,
): Promise<RehearsedTable> {
  const before = await countRows(session, table)
  await prepareTable(session, table, progress)
  await placeTable(session, table, placement)
  return { table, before, after: await countRows(session, table) }
}

/**
 * Distributes every table that is not distributed, one after the other. Each table is a transaction, so a run that was broken
 * off is repeated and goes on with the rest. Returns the tables that it has distributed.
 */
export async function distribute(
  session: Session,
  schema: Schema,
  progress: Progress,
): Promise<Result<readonly string[], DistributionRefusal>> {
  const missing = await findMissing(session, schema)
  if (!missing.ok) return missing
  await distributeTables(session, missing.value, progress)
  return accepted(missing.value.map(({ table }) => table))
}

/** The tables to distribute, unless something forbids it. */
async function findMissing(
  session: Session,
  schema: Schema,
): Promise<Result<readonly PlannedTable[], DistributionRefusal>> {
  const planned = await planDistribution(session, schema)
  if (!planned.ok) return planned
  const missing = missingOf(planned.value)
  if (missing.length > 0 && (await countOtherConnections(session)) > 0) return refused('in-use')
  return accepted(missing)
}

/** Distributes the tables that migrations have just made in a distributed database. Nobody uses them yet. */
export async function distributeNewTables(
  address: DatabaseAddress,
  schema: Schema,
  progress: Progress,
): Promise<void> {
  const session = await openSession(address, ON_PRIMARY)
  try {
    if ((await session.layout()) === 'one-server') return
    const planned = await planDistribution(session, schema)
    if (planned.ok) await distributeTables(session, missingOf(planned.value), progress)
  } finally {
    await session.close()
  }
}

function missingOf(planned: readonly PlannedTable[]): readonly PlannedTable[] {
  return planned.filter(({ isDistributed }) => !isDistributed)
}

async function distributeTables(
  session: Session,
  missing: readonly PlannedTable[],
  progress: Progress,
): Promise<void> {
  for (const [at, table] of missing.entries()) {
    progress(stepOf(at, missing))
    await distributeTable(session, table, progress)
  }
  await numberEvents(session)
}

function stepOf(at: number, missing: readonly PlannedTable[]): string {
  const { table, rows } = missing[at] ?? { table: '', rows: 0 }
  return `${at + 1} of ${missing.length}: ${table}, about ${rows} rows`
}

async function distributeTable(
  session: Session,
  { table, placement }: PlannedTable,
  progress: Progress,
): Promise<void> {
  await prepareTable(session, table, progress)
  await session.transaction(() => placeTable(session, table, placement))
  await forgetLocalRows(session, table)
}

async function prepareTable(session: Session, table: string, progress: Progress): Promise<void> {
  if (table === 'audit_events')
    await fileEvents(session, (rows) => progress(`${rows} more events are filed under their citizen`))
}
