import type { DatabaseAddress } from './address.ts'
import type { Database } from './database.ts'
import type { Migration } from './migration.ts'
import { lockOf, type StatementLock, statementsOf } from './migration-locks.ts'
import { estimateRows, type RowEstimate } from './row-estimates.ts'
import { type AppliedMigration, findAppliedMigrations, judgeSchema } from './schema-range.ts'
import { openSession } from './session.ts'

/** One statement of a migration that waits. */
export interface PlannedStatement extends StatementLock {
  readonly text: string
  /** Undefined where there is no such table yet. */
  readonly rows: RowEstimate | undefined
}

/** A migration that waits. */
export interface PlannedMigration extends Pick<Migration, 'name' | 'needed' | 'way' | 'fitsFrom'> {
  readonly statements: readonly PlannedStatement[]
  /** Whether the release that made the schema as it is now runs on the schema after this migration. */
  readonly besideReleaseBefore: boolean
}

/** What `portico migrate` would do. */
export interface MigrationPlan {
  readonly migrations: readonly PlannedMigration[]
  /** The last migration of the database; undefined where it is empty. */
  readonly lastApplied: string | undefined
  /** The migrations of a newer release, which this one runs with. */
  readonly newer: readonly string[]
}

/** The plan for a database that does not exist yet. */
export async function planForNothing(known: readonly Migration[]): Promise<MigrationPlan> {
  const noRows = async () => undefined
  return planOf(known, [], noRows)
}

/** Says what `migrate` would do. It writes nothing: it reads in one read-only transaction, on a replica, too. */
export async function planMigrations(
  address: DatabaseAddress,
  known: readonly Migration[],
): Promise<MigrationPlan> {
  const session = await openSession(address)
  try {
    return await session.transaction((tx) => readPlan(tx, known), 'read only')
  } finally {
    await session.close()
  }
}

async function readPlan(tx: Database, known: readonly Migration[]): Promise<MigrationPlan> {
  const applied = await findAppliedMigrations(tx)
  const { missing, unknown, trouble } = judgeSchema(known, applied)
  if (trouble && trouble.why !== 'too-old') throw trouble
  const plan = await planOf(missing, applied, (table) => estimateRows(tx, table))
  return { ...plan, newer: unknown.map(({ name }) => name) }
}

async function planOf(
  missing: readonly Migration[],
  applied: readonly AppliedMigration[],
  countRows: (table: string) => Promise<RowEstimate | undefined>,
): Promise<MigrationPlan> {
  const lastApplied = applied.at(-1)?.name
  const before = Number.parseInt(lastApplied ?? '0', 10)
  const planned: PlannedMigration[] = []
  for (const { name, text, needed, way, fitsFrom } of missing) {
    const statements: PlannedStatement[] = []
    for (const statement of statementsOf(text)) {
      const lock = lockOf(statement)
      const rows = lock.table === undefined ? undefined : await countRows(lock.table)
      statements.push({ text: statement, ...lock, rows })
    }
    const besideReleaseBefore = fitsFrom <= before
    planned.push({ name, needed, way, fitsFrom, statements, besideReleaseBefore })
  }
  return { migrations: planned, lastApplied, newer: [] }
}
