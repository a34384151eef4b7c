import type { Database } from './database.ts'
import { type Migration, numberOf } from './migration.ts'

/** A migration that the database has. */
export interface AppliedMigration {
  readonly name: string
  /** The oldest release that runs on the schema after it, by the number of its last migration; null where it says nothing. */
  readonly fitsFrom: number | null
}

/** The schema of the database is not one that this release accepts. The message says what to do. */
export class SchemaDoesNotFit extends Error {
  override readonly name = 'SchemaDoesNotFit'
  /** `too-old`: `portico migrate` of this release helps. `too-new`, `before-baseline`, `other-rooms`: only another release or build does. */
  readonly why: 'too-old' | 'too-new' | 'before-baseline' | 'other-rooms'
  constructor(why: SchemaDoesNotFit['why'], message: string) {
    super(message)
    this.why = why
  }
}

/** How the schema of a database stands to the migrations of this release. */
export interface SchemaJudgement {
  /** The migrations of this release that the database does not have yet, each with the text that this database needs. */
  readonly missing: readonly Migration[]
  /** The migrations of the database that this release does not know. */
  readonly unknown: readonly AppliedMigration[]
  /** Why this release cannot run on it; undefined where it can. */
  readonly trouble: SchemaDoesNotFit | undefined
}

/** Whether the database has this table. */
export async function hasTable(db: Database, name: string): Promise<boolean> {
  const [found] = await db.query<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`
  return found?.exists === true
}

/** The applied migrations, in order. None where the database is empty. */
export async function findAppliedMigrations(db: Database): Promise<readonly AppliedMigration[]> {
  if (!(await hasTable(db, 'schema_migrations'))) return []
  // The column is missing in the schema of an early development version, which is refused.
  return db.query<AppliedMigration>`
    select name, (to_jsonb(m) ->> 'fits_from')::integer as "fitsFrom" from schema_migrations m order by name`
}

/** Judges the applied migrations by those that this release knows. */
export function judgeSchema(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): SchemaJudgement {
  const unapplied = known.filter(({ name }) => !applied.some((one) => one.name === name))
  const strangers = applied.filter(({ name }) => !known.some((one) => one.name === name))
  const former = formerOf(unapplied[0], strangers)
  const unknown = strangers.filter((one) => !former.includes(one))
  const missing = former.length === 0 ? unapplied : unapplied.map(broughtOver)
  const newest = known.at(-1)?.number ?? 0
  const trouble = beforeBaseline(unapplied[0], former) ?? tooNew(unknown, newest) ?? tooOld(missing, applied)
  return { missing, unknown, trouble }
}

/** The migrations that the database has in place of the baseline. */
function formerOf(
  baseline: Migration | undefined,
  strangers: readonly AppliedMigration[],
): readonly AppliedMigration[] {
  if (!baseline?.bringsOver) return []
  return strangers.filter(({ name }) => numberOf(name) < baseline.number)
}

function broughtOver(migration: Migration): Migration {
  return migration.bringsOver ? { ...migration, text: migration.bringsOver.text } : migration
}

/** Throws SchemaDoesNotFit where the release cannot run on the schema. */
export function requireFit({ trouble }: SchemaJudgement): void {
  if (trouble) throw trouble
}

function tooNew(unknown: readonly AppliedMigration[], newest: number): SchemaDoesNotFit | undefined {
  const isShut = ({ name, fitsFrom }: AppliedMigration) =>
    fitsFrom === null || fitsFrom > newest || !(numberOf(name) > newest)
  const shut = unknown.filter(isShut).map(({ name }) => name)
  if (shut.length === 0) return undefined
  return new SchemaDoesNotFit(
    'too-new',
    `The database holds migrations that this release does not know and cannot run with (${shut.join(', ')}): a newer release has migrated it. Run that release, or restore an older backup.`,
  )
}

function tooOld(
  missing: readonly Migration[],
  applied: readonly AppliedMigration[],
): SchemaDoesNotFit | undefined {
  const needed = missing.filter((one) => one.needed === 'first').map(({ name }) => name)
  if (needed.length === 0) return undefined
  const state =
    applied.length === 0
      ? 'The database is empty'
      : `The database lacks migrations that this release needs (${needed.join(', ')})`
  return new SchemaDoesNotFit('too-old', `${state}: run portico migrate.`)
}

function beforeBaseline(
  baseline: Migration | undefined,
  former: readonly AppliedMigration[],
): SchemaDoesNotFit | undefined {
  const last = former.at(-1)?.name
  if (!baseline?.bringsOver || last === undefined || last === baseline.bringsOver.from) return undefined
  const { from, madeBy } = baseline.bringsOver
  return new SchemaDoesNotFit(
    'before-baseline',
    `The database is of a development version (its last migration is ${last}), and this release brings over only one with ${from}: run portico migrate of ${madeBy} first, or begin with an empty database.`,
  )
}
