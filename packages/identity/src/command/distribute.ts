import { isPrepared, SIGN_IN_SCHEMA, VIEWS_SCHEMA } from '../console-role/index.ts'
import {
  type DistributionRefusal,
  describePlacement,
  distribute,
  type PlannedTable,
  planDistribution,
  type RehearsedTable,
  rehearseDistribution,
} from '../distribution/index.ts'
import { SCHEMA } from '../migrations.ts'
import {
  booleanSchema,
  countSchema,
  listOf,
  objectSchema,
  type Schema,
  textSchema,
} from '../platform/operation.ts'
import { ON_PRIMARY, openSession } from '../platform/postgres/session.ts'
import type { Result } from '../platform/result.ts'
import { type Answer, type Call, CommandRefused } from './command.ts'

/** The tables that were distributed now; with `--plan` every table, with `--dry-run` those that would be. */
export const DISTRIBUTED: Schema = listOf({
  oneOf: [
    textSchema('The name of a table.'),
    objectSchema<ReturnType<typeof plannedJson>>('PlannedTable', {
      table: textSchema('Its name.'),
      rows: countSchema('About how many rows it has.'),
      placement: textSchema('Where its rows are to be.'),
      distributed: booleanSchema('Whether they are there already.'),
    }),
    objectSchema<RehearsedTable>('RehearsedTable', {
      table: textSchema('Its name.'),
      before: countSchema('Its rows before.'),
      after: countSchema('Its rows afterwards.'),
    }),
  ],
})

/** Spreads the tables over the servers of a distributed PostgreSQL. */
export async function distributeCommand({ given, config, terminal }: Call): Promise<Answer> {
  const { database } = config()
  if (given.flag('plan') && given.flag('dry-run')) throw new CommandRefused(ONE_OF_BOTH)
  if (database.kind !== 'url') throw new CommandRefused(SENTENCES['no-extension'])
  const session = await openSession(database, ON_PRIMARY)
  try {
    const planned = accept(await planDistribution(session, SCHEMA))
    if (given.flag('plan')) return describePlan(planned)
    if (planned.some(({ isDistributed }) => !isDistributed) && (await isPrepared(session)))
      throw new CommandRefused(HAS_CONSOLE)
    const progress = (line: string) => terminal.err(line)
    if (given.flag('dry-run'))
      return describeRehearsal(accept(await rehearseDistribution(session, SCHEMA, progress)))
    return describeDone(accept(await distribute(session, SCHEMA, progress)))
  } finally {
    await session.close()
  }
}

const HAS_CONSOLE = `A console is prepared for this database, and where the tables are distributed it can read nothing (docs/citus.md). Stop it, and take its views and its sign-ins away: drop schema ${VIEWS_SCHEMA}, ${SIGN_IN_SCHEMA} cascade`

const ONE_OF_BOTH = '--plan and --dry-run do not go together: use one of them.'

const SENTENCES: Readonly<Record<DistributionRefusal, string>> = {
  'no-extension':
    'The database has no extension Citus: run `create extension citus` in it on the coordinator and on every worker, and name the coordinator in PORTICO_DATABASE_URL.',
  'no-coordinator': 'This server is a worker: name the coordinator in PORTICO_DATABASE_URL for this command.',
  'no-workers':
    'The coordinator has no workers: add them with `select citus_add_node(host, port)` in this database.',
  'old-schema': 'The schema is not that of this release: run `portico migrate` first.',
  'in-use':
    'Other processes of Portico use the database: stop them, because each table is locked while its rows move. Start them again afterwards.',
}

function accept<Value>(result: Result<Value, DistributionRefusal>): Value {
  if (!result.ok) throw new CommandRefused(SENTENCES[result.refusal])
  return result.value
}

function describePlan(tables: readonly PlannedTable[]): Answer {
  const missing = tables.filter(({ isDistributed }) => !isDistributed)
  const heading =
    missing.length === 0
      ? 'Every table is distributed.'
      : `${missing.length} of ${tables.length} tables are to be distributed:`
  return {
    json: tables.map(plannedJson),
    lines: [
      heading,
      ...missing.map(
        ({ table, rows, placement }) => `  ${table}: ${describePlacement(placement)}, about ${rows} rows`,
      ),
    ],
  }
}

/** A table of the plan, for programs. */
export function plannedJson({ table, rows, placement, isDistributed }: PlannedTable) {
  return { table, rows, placement: describePlacement(placement), distributed: isDistributed }
}

function describeDone(tables: readonly string[]): Answer {
  return {
    json: tables,
    lines: [
      tables.length === 0
        ? 'Every table was distributed before.'
        : `${tables.length} tables are distributed. Start the processes of Portico again.`,
    ],
  }
}

function describeRehearsal(tables: readonly RehearsedTable[]): Answer {
  const lost = tables.filter(({ before, after }) => before !== after)
  if (lost.length > 0) throw new CommandRefused(describeLost(lost))
  return {
    json: tables,
    lines: [
      tables.length === 0
        ? 'Every table is distributed.'
        : `${tables.length} tables can be distributed. Everything was undone, and nothing has changed:`,
      ...tables.map(({ table, after }) => `  ${table}: ${after} rows`),
    ],
  }
}

function describeLost(lost: readonly RehearsedTable[]): string {
  const counts = lost.map(({ table, before, after }) => `${table} had ${before} rows and then ${after}`)
  return `Rows would be lost: ${counts.join('; ')}. Everything was undone. Do not distribute this database, and report this.`
}
