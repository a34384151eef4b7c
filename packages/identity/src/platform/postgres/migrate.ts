import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseAddress } from './address.ts'
import type { Database } from './database.ts'
import { type Patience, retryForLocks, USUAL_PATIENCE } from './lock-retries.ts'
import { nextBatch, runBatches } from './migrate-batches.ts'
import type { Migration } from './migration.ts'
import { statementsOf } from './migration-locks.ts'
import { findAppliedMigrations, hasTable, judgeSchema, SchemaDoesNotFit } from './schema-range.ts'
import { ON_PRIMARY, openSession, type Session } from './session.ts'

/** Every change of the schema holds this advisory lock, so that changes run one after the other. */
export const MIGRATION_LOCK = 7_067_842

/** The table of the applied migrations, and of those in batches that have begun. Both belong to no migration. */
const NOTES = `
  create table if not exists schema_migrations (
    name text not null primary key, applied_at timestamptz not null default clock_timestamp(), fits_from integer);
  create table if not exists migration_batches (
    name text not null primary key, done_up_to text not null, rows_done bigint not null)`

/** Who hears of the progress, and what differs in tests. */
export interface MigrateOptions {
  readonly say?: (line: string) => void
  readonly patience?: Patience
  /** Called before the first migration, where there is one to apply, in the session that applies it. */
  readonly before?: (session: Session) => Promise<void>
}

/**
 * Brings the schema up to date, and returns the names of the applied migrations. A killed migration has no partial effect:
 * each is one transaction, and one in batches goes on where it was. Throws SchemaDoesNotFit, and LockNotAvailable where
 * somebody else holds a lock for too long.
 */
export async function migrate(
  address: DatabaseAddress,
  known: readonly Migration[],
  { say = () => undefined, patience = USUAL_PATIENCE, before }: MigrateOptions = {},
): Promise<readonly string[]> {
  const session = await openSession(address, ON_PRIMARY)
  try {
    await takeTurn(session, say)
    await limitLockWaits(session, String(patience.lockTimeoutMilliseconds))
    const retried = { session, say, patience }
    const pending = await pendingMigrations(session, known)
    if (pending.length > 0) await retryForLocks(retried, 'schema_migrations', () => prepareNotes(session))
    if (pending.length > 0 && before)
      await retryForLocks(retried, 'the views of the console', () => before(session))
    for (const migration of pending) await runMigration(retried, migration)
    return pending.map((migration) => migration.name)
  } finally {
    await session.close()
  }
}

/** How often a migration that waits for its turn asks for it. */
const ASK_EVERY_MILLISECONDS = 100

/**
 * Waits for the turn, and asks for it again and again. A statement that waits for the lock has a snapshot, and `create index
 * concurrently` in the other process would wait for the end of that snapshot: a deadlock.
 */
async function takeTurn(session: Session, say: (line: string) => void): Promise<void> {
  if (await isOurTurn(session)) return
  say('Another portico migrate or restore works on this database: waiting for its end')
  while (!(await isOurTurn(session))) await wait(ASK_EVERY_MILLISECONDS)
}

async function isOurTurn(session: Session): Promise<boolean> {
  const [free] = await session.query<{
    taken: boolean
  }>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`
  return free?.taken === true
}

async function pendingMigrations(
  session: Session,
  known: readonly Migration[],
): Promise<readonly Migration[]> {
  const { missing, unknown, trouble } = judgeSchema(known, await findAppliedMigrations(session))
  if (trouble && trouble.why !== 'too-old') throw trouble
  if (missing.length === 0 || unknown.length === 0) {
    await refuseUnfinished(session, missing)
    return missing
  }
  throw new SchemaDoesNotFit(
    'too-new',
    `A newer release has migrated this database (${unknown.map(({ name }) => name).join(', ')}): let portico migrate of that release apply the rest.`,
  )
}

/** What the release of before has to finish would be lost in a database that is brought over. */
async function refuseUnfinished(session: Session, [first]: readonly Migration[]): Promise<void> {
  if (!first?.bringsOver || first.text !== first.bringsOver.text) return
  const { isThere, says } = first.bringsOver.unfinished
  if (await isThere(session)) throw new SchemaDoesNotFit('before-baseline', says)
}

/** Makes the tables about migrations where they are missing. Without a need it locks nothing. */
async function prepareNotes(session: Session): Promise<void> {
  if (!(await hasTable(session, 'migration_batches'))) await session.runText(NOTES)
}

async function runMigration(
  retried: Parameters<typeof retryForLocks>[0],
  migration: Migration,
): Promise<void> {
  const { session, say } = retried
  say(`${migration.name} …`)
  switch (migration.way.kind) {
    case 'transaction':
      return retryForLocks(retried, migration.name, () =>
        session.transaction((tx) => applyInTransaction(session, tx, migration)),
      )
    case 'batches':
      return runBatches(retried, migration, migration.way, (tx) => record(tx, migration))
    case 'statements':
      return runStatements(session, migration)
  }
}

/** Waits for locks without an end: while it waits or works, others read and write. */
async function runStatements(session: Session, migration: Migration): Promise<void> {
  const [before] = await session.query<{ timeout: string }>`select current_setting('lock_timeout') as timeout`
  await limitLockWaits(session, '0')
  await runEach(session, migration.text)
  await limitLockWaits(session, before?.timeout ?? '0')
  await record(session, migration)
}

/** Each statement by itself: of a change of a table, Citus sends the workers the whole text that it got, and they take one statement. */
async function runEach(session: Session, text: string): Promise<void> {
  for (const statement of statementsOf(text)) await session.runText(statement)
}

async function limitLockWaits(session: Session, timeout: string): Promise<void> {
  await session.query`select set_config('lock_timeout', ${timeout}, false)`
}

/** Applies migrations and records them, in a transaction of the session. */
export async function applyMigrations(
  session: Session,
  tx: Database,
  migrations: readonly Migration[],
): Promise<void> {
  await prepareNotes(session)
  for (const migration of migrations) await applyInTransaction(session, tx, migration)
}

async function applyInTransaction(session: Session, tx: Database, migration: Migration): Promise<void> {
  const { text, way } = migration
  if (way.kind === 'transaction') await runEach(session, text)
  // PostgreSQL refuses it in a transaction. Here nobody else uses the table.
  if (way.kind === 'statements') await runEach(session, text.replace(/\bconcurrently\b/gi, ''))
  if (way.kind === 'batches') while ((await nextBatch(session, tx, migration, way)) !== 'none left');
  await record(tx, migration)
}

async function record(db: Database, { name, fitsFrom }: Migration): Promise<void> {
  await db.query`insert into schema_migrations (name, fits_from) values (${name}, ${fitsFrom})`
  await db.query`delete from migration_batches where name = ${name}`
}
