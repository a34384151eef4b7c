/** A lock on a table: PostgreSQL's name of its mode (manual, "Explicit Locking"). */
export type LockMode =
  | 'ROW EXCLUSIVE'
  | 'SHARE UPDATE EXCLUSIVE'
  | 'SHARE'
  | 'SHARE ROW EXCLUSIVE'
  | 'ACCESS EXCLUSIVE'

/** What one statement of a migration locks, and for how long. */
export interface StatementLock {
  /** Undefined where it locks no table that exists. */
  readonly mode: LockMode | undefined
  readonly table: string | undefined
  /** What it does with the rows while it holds the lock. */
  readonly work: 'none' | 'reads every row' | 'rewrites every row' | 'changes rows'
}

/** What waits while a lock is held. */
export const BLOCKS: Readonly<Record<LockMode, string>> = {
  'ROW EXCLUSIVE': 'nothing except changes of the same rows',
  'SHARE UPDATE EXCLUSIVE': 'no reads and no writes',
  SHARE: 'writes',
  'SHARE ROW EXCLUSIVE': 'writes',
  'ACCESS EXCLUSIVE': 'reads and writes',
}

type Rule = readonly [RegExp, LockMode | undefined, StatementLock['work']]

/** Stands in a pattern for the name of a table. */
const TABLE = String.raw`(?:if (?:not )?exists )?(?:only )?"?([\w.]+)"?`

const rule = (pattern: RegExp, mode?: LockMode, work: StatementLock['work'] = 'none'): Rule => [
  new RegExp(`^${pattern.source.replaceAll('TABLE', TABLE)}`),
  mode,
  work,
]

/**
 * What PostgreSQL's manual says of each statement ("Explicit Locking", "ALTER TABLE"): the first line that matches. It reads
 * the text and asks no server. A statement that no line knows counts as the strongest lock.
 */
const RULES: readonly Rule[] = [
  rule(/create (?:unlogged )?table TABLE/),
  rule(/(?:create|drop|alter) (?:or replace )?(?:function|view)/),
  rule(/lock table TABLE$/, 'ACCESS EXCLUSIVE'),
  rule(/create (?:unique )?index concurrently .*?\bon TABLE/, 'SHARE UPDATE EXCLUSIVE', 'reads every row'),
  rule(/create (?:unique )?index .*?\bon TABLE/, 'SHARE', 'reads every row'),
  rule(/drop index concurrently TABLE/, 'SHARE UPDATE EXCLUSIVE'),
  rule(/alter table TABLE validate constraint [^,]*$/, 'SHARE UPDATE EXCLUSIVE', 'reads every row'),
  rule(/alter table TABLE set \([^)]*\)$/, 'SHARE UPDATE EXCLUSIVE'),
  rule(/alter table TABLE .*(?:\btype\b|\bstored\b|\bidentity\b)/, 'ACCESS EXCLUSIVE', 'rewrites every row'),
  rule(/alter table TABLE .*(?:set not null|primary key|\bunique\b)/, 'ACCESS EXCLUSIVE', 'reads every row'),
  rule(/alter table TABLE .*\bcheck\b(?!.*not valid)/, 'ACCESS EXCLUSIVE', 'reads every row'),
  rule(/(?:alter table|drop table|truncate(?: table)?|drop index) TABLE/, 'ACCESS EXCLUSIVE'),
  rule(/create (?:or replace )?trigger .*?\bon TABLE/, 'SHARE ROW EXCLUSIVE'),
  rule(/(?:insert into|delete from|update) TABLE/, 'ROW EXCLUSIVE', 'changes rows'),
  rule(/comment on table TABLE/, 'SHARE UPDATE EXCLUSIVE'),
  rule(/analyze TABLE/, 'SHARE UPDATE EXCLUSIVE'),
]

/** What this statement locks. */
export function lockOf(statement: string): StatementLock {
  const plain = statement.toLowerCase().replace(/\s+/g, ' ').trim()
  for (const [pattern, mode, work] of RULES) {
    const found = pattern.exec(plain)
    if (found) return { mode, work, table: mode === undefined ? undefined : found[1] }
  }
  return { mode: 'ACCESS EXCLUSIVE', table: undefined, work: 'none' }
}

/** The statements of a file, without comments. A body in dollar quotes stays whole. */
export function statementsOf(text: string): readonly string[] {
  const statements: string[] = []
  const pieces = /(--[^\n]*)|(\$[\w]*\$)[\s\S]*?\2|'(?:[^']|'')*'|;|[^;'$-]+|[-$]/g
  let statement = ''
  for (const [piece, comment] of text.matchAll(pieces)) {
    if (comment !== undefined) continue
    if (piece !== ';') statement += piece
    else if (statement.trim() !== '') statements.push(statement.trim())
    if (piece === ';') statement = ''
  }
  return statement.trim() === '' ? statements : [...statements, statement.trim()]
}
