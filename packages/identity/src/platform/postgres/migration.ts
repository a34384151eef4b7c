import type { Database } from './database.ts'
import { lockOf, statementsOf } from './migration-locks.ts'

/** How a migration runs. */
export type Way =
  /** In one transaction. */
  | { readonly kind: 'transaction' }
  /** Each statement by itself, without a transaction, as `create index concurrently` needs it. */
  | { readonly kind: 'statements' }
  /** Its one statement is repeated for the next rows by this key: `$1` is the first key of the batch and `$2` the last one. */
  | { readonly kind: 'batches'; readonly table: string; readonly key: string; readonly rows: number }

/** One numbered change of the schema. The comments at the top of its text say how it runs and who may run on the schema after it. */
export interface Migration {
  readonly name: string
  readonly text: string
  readonly number: number
  /** The oldest release that runs on the schema after it, as the number of the last migration that the release knows. */
  readonly fitsFrom: number
  /** Whether this release needs it before it serves, or runs without it, too. */
  readonly needed: 'first' | 'later'
  readonly way: Way
  readonly bringsOver?: BringOver
}

/** What makes a database with the migrations of before the baseline one that has the baseline, with its data. */
export interface BringOver {
  /** The last one of those migrations. A database without it is not brought over. */
  readonly from: string
  readonly text: string
  /** Which release makes a database that has it. */
  readonly madeBy: string
  /** What only that release can finish: while there is any, nothing is brought over. */
  readonly unfinished: { readonly isThere: (db: Database) => Promise<boolean>; readonly says: string }
}

/** The number at the beginning of a name; `NaN` where there is none. */
export function numberOf(name: string): number {
  return Number(/^(\d+)-/.exec(name)?.[1] ?? Number.NaN)
}

/** Reads the words at the top of a text. Throws where they are missing or wrong. */
export function parseMigration(name: string, text: string): Migration {
  const number = numberOf(name)
  const [from, needed = 'first', runs] = ['fits-from', 'needed', 'runs'].map((word) => wordOf(text, word))
  const fitsFrom = Number(/^\d{4}$/.exec(from ?? '')?.[0] ?? Number.NaN)
  const way = wayOf(runs)
  const fault = faultOfRange({ number, from, fitsFrom, needed }) ?? faultOfWay(text, way)
  if (fault !== undefined || way === undefined) throw new Error(`${name}: ${fault}`)
  return { name, text, number, fitsFrom, needed: needed === 'first' ? 'first' : 'later', way }
}

/** The rest of the comment line that begins with this word. */
function wordOf(text: string, word: string): string | undefined {
  return new RegExp(`^-- ${word}: (.+)$`, 'm').exec(text)?.[1]?.trim()
}

function faultOfRange({
  number,
  from,
  fitsFrom,
  needed,
}: Pick<Migration, 'number' | 'fitsFrom'> & {
  readonly from: string | undefined
  readonly needed: string
}): string | undefined {
  if (Number.isNaN(number)) return 'the name must begin with a number and a hyphen'
  if (from === undefined)
    return 'say "-- fits-from: NNNN", the last migration that the oldest release knows which runs on it'
  if (!(fitsFrom <= number)) return '"fits-from" must be the number of a migration up to this one'
  return /^(?:first|later)$/.test(needed) ? undefined : '"needed" must be "first" or "later"'
}

function faultOfWay(text: string, way: Way | undefined): string | undefined {
  if (!way) return '"runs" must be "statement by statement" or "in batches of ROWS by TABLE.KEY"'
  if (way.kind === 'batches' && statementsOf(text).length !== 1)
    return 'a migration in batches has one statement'
  const isTooStrong = (statement: string) => {
    const { mode } = lockOf(statement)
    return mode !== undefined && mode !== 'SHARE UPDATE EXCLUSIVE'
  }
  if (way.kind === 'statements' && statementsOf(text).some(isTooStrong))
    return 'only statements that take the lock SHARE UPDATE EXCLUSIVE, or none, may run one by one'
  return undefined
}

const IN_BATCHES = /^in batches of (\d+) by ([a-z_]+)\.([a-z_]+)$/

function wayOf(said: string | undefined): Way | undefined {
  if (said === undefined) return { kind: 'transaction' }
  if (said === 'statement by statement') return { kind: 'statements' }
  const [, rows, table, key] = IN_BATCHES.exec(said) ?? []
  if (!table || !key || !(Number(rows) > 0)) return undefined
  return { kind: 'batches', table, key, rows: Number(rows) }
}
