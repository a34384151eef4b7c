import { counted } from '../platform/counted.ts'
import {
  booleanSchema,
  countSchema,
  listOf,
  objectSchema,
  oneWordOf,
  orNull,
  textSchema,
} from '../platform/operation.ts'
import type { MigrationPlan, PlannedMigration, PlannedStatement } from '../platform/postgres/migrate-plan.ts'
import { BLOCKS } from '../platform/postgres/migration-locks.ts'
import { sayRows } from '../platform/postgres/row-estimates.ts'

/** The plan for programs. */
export function planJson({ migrations, lastApplied, newer }: MigrationPlan) {
  return {
    last_applied: lastApplied ?? null,
    newer,
    migrations: migrations.map((migration) => ({
      name: migration.name,
      runs: migration.way.kind,
      needed: migration.needed,
      beside_release_before: migration.besideReleaseBefore,
      statements: migration.statements.map(({ text, mode, table, work, rows }) => ({
        ...{ text, table: table ?? null, work, estimated_rows: typeof rows === 'number' ? rows : null },
        lock: mode ?? null,
        blocks: mode === undefined ? null : BLOCKS[mode],
      })),
    })),
  }
}

type PlanJson = ReturnType<typeof planJson>
type PlannedJson = PlanJson['migrations'][number]

/** The schema of it. */
export const MIGRATION_PLAN = objectSchema<PlanJson>('MigrationPlan', {
  last_applied: orNull(textSchema('The last migration of the database; null where it is empty.')),
  newer: listOf(textSchema('A migration of a newer release, with which this one runs.')),
  migrations: listOf(
    objectSchema<PlannedJson>('PlannedMigration', {
      name: textSchema('Its name.'),
      runs: oneWordOf<PlannedMigration['way']['kind']>({
        transaction: 'in one transaction',
        statements: 'statement by statement',
        batches: '',
      }),
      needed: oneWordOf<PlannedMigration['needed']>({
        first: 'this release starts after it',
        later: 'this release starts without it, too',
      }),
      beside_release_before: booleanSchema('Whether the release before runs on the schema after it.'),
      statements: listOf(
        objectSchema<PlannedJson['statements'][number]>('PlannedStatement', {
          text: textSchema('The SQL.'),
          table: orNull(textSchema('The table that it locks.')),
          work: oneWordOf<PlannedStatement['work']>(
            { none: '', 'reads every row': '', 'rewrites every row': '', 'changes rows': '' },
            'What it does with the rows while it holds the lock.',
          ),
          estimated_rows: orNull(countSchema('About how many rows there are; null where nobody knows.')),
          lock: orNull({ type: 'string', enum: Object.keys(BLOCKS) }),
          blocks: orNull(textSchema('What waits meanwhile.')),
        }),
      ),
    }),
  ),
})

/** The plan for people. */
export function describePlan({ migrations, lastApplied, newer }: MigrationPlan): readonly string[] {
  if (newer.length > 0)
    return [`A newer release has migrated the database (${newer.join(', ')}). This one still runs on it.`]
  if (migrations.length === 0) return ['The database is up to date.']
  const count = `${counted(migrations.length, 'migration')} to apply:`
  return [count, ...migrations.flatMap((migration) => describeMigration(migration, lastApplied))]
}

function describeMigration(
  { name, way, needed, statements, besideReleaseBefore }: PlannedMigration,
  lastApplied: string | undefined,
): readonly string[] {
  const how = {
    transaction: 'in one transaction',
    statements: 'statement by statement, without a transaction',
    batches: 'in batches',
  }[way.kind]
  const need = needed === 'first' ? 'this release starts after it' : 'this release starts without it, too'
  const beside = besideReleaseBefore
    ? `the release whose last migration is ${lastApplied} runs on, and may start again`
    : `the release whose last migration is ${lastApplied} does not run with it: stop its processes first`
  return [
    '',
    `  ${name} (${how}; ${need})`,
    ...statements.flatMap(describeStatement),
    ...(lastApplied === undefined ? [] : [`    Beside it: ${beside}.`]),
  ]
}

function describeStatement(statement: PlannedStatement): readonly string[] {
  const [first = '', ...rest] = statement.text.split('\n')
  return [`    ${first}`, ...rest.map((line) => `    ${line}`), `      → ${describeLock(statement)}`]
}

function describeLock({ mode, table, work, rows }: PlannedStatement): string {
  if (mode === undefined) return 'locks no table that exists'
  if (table === undefined) return `not known; take it for ${mode}, which blocks ${BLOCKS[mode]}`
  if (rows === undefined) return `${mode} on ${table}, which does not exist yet`
  const doing = work === 'none' ? '' : `, and ${work}`
  return `${mode} on ${table} (${sayRows(rows)}): blocks ${BLOCKS[mode]}${doing}`
}
