import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { DatabaseAddress } from './address.ts'
import type { Database } from './database.ts'
import { ON_PRIMARY, openSession, type Session } from './session.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/** Every change of the schema holds this advisory lock, so that changes run one after the other. */
export const MIGRATION_LOCK = 7_067_842

/** The table of the applied migrations. */
const NOTES =
  'create table if not exists schema_migrations (name text not null primary key, applied_at timestamptz not null default clock_timestamp())'

/** One numbered SQL file. */
export interface Migration {
  readonly name: string
  readonly text: string
}

/** A newer release has migrated the database, or other migration files did. */
export class UnknownMigration extends Error {
  override readonly name = 'UnknownMigration'
}

/** All migrations, in the order of their numbers. */
export async function readMigrations(): Promise<readonly Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(MIGRATIONS + name, 'utf8') })))
}

/** The names of the applied migrations, in order. */
export async function findAppliedMigrations(db: Database): Promise<readonly string[]> {
  const applied = await db.query<{ name: string }>`select name from schema_migrations order by name`
  return applied.map(({ name }) => name)
}

/**
 * Brings the schema up to date. Each file is one transaction, so a killed migration has no partial effect.
 * Returns the names of the applied migrations; with `plan`, of the pending ones.
 */
export async function migrate(
  address: DatabaseAddress,
  mode: 'apply' | 'plan' = 'apply',
): Promise<readonly string[]> {
  const session = await openSession(address, ON_PRIMARY)
  try {
    await session.query`select pg_advisory_lock(${MIGRATION_LOCK})`
    const pending = await pendingMigrations(session)
    for (const migration of mode === 'apply' ? pending : [])
      await session.transaction((tx) => applyMigrations(session, tx, [migration]))
    return pending.map((migration) => migration.name)
  } finally {
    await session.close()
  }
}

async function pendingMigrations(session: Session): Promise<readonly Migration[]> {
  await session.runText(NOTES)
  const known = await readMigrations()
  const applied = new Set(await findAppliedMigrations(session))
  const unknown = [...applied].filter((name) => !known.some((migration) => migration.name === name))
  if (unknown.length > 0) {
    throw new UnknownMigration(
      `The database holds migrations that this release does not know (${unknown.join(', ')}): it was used by a newer release. Run that release, or restore an older backup.`,
    )
  }
  return known.filter((migration) => !applied.has(migration.name))
}

/** Applies migrations and records them, in a transaction of the session. */
export async function applyMigrations(
  session: Session,
  tx: Database,
  migrations: readonly Migration[],
): Promise<void> {
  await session.runText(NOTES)
  for (const { name, text } of migrations) {
    await session.runText(text)
    await tx.query`insert into schema_migrations (name) values (${name})`
  }
}
