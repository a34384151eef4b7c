import { EPOCH } from '../../../packages/identity/src/platform/clock.ts'
import type { Database } from '../../../packages/identity/src/platform/postgres/database.ts'
import { purgesOf, type Tables } from '../../../packages/identity/src/platform/postgres/table.ts'
import { fakeClock } from '../../../packages/identity/testing/fake-clock.ts'
import { statementText } from '../../../packages/program/src/store/postgres/flavour.ts'
import { ANY_TABLE } from '../../../plan.ts'
import type { Statement } from './statements.ts'

/** A statement that has a plan. */
export interface PlannedStatement {
  /** File and line, or what makes it. */
  readonly where: string
  readonly text: string
}

/** Kinds that PostgreSQL plans. */
const HAS_PLAN = /^\s*(with|select|insert|update|delete|merge)\b/i

/** What this server cannot plan, and why nothing is lost. */
const LEFT_OUT: readonly { readonly text: RegExp; readonly because: string }[] = [
  {
    text: /pg_dist_|distributed_table|distributing_table|create_reference_table|run_command_on/,
    because: 'only Citus has it',
  },
  { text: /pg_temp\./, because: 'the connection of one command has made the table, with its key' },
  // The clock of the other databases is a number.
  {
    text: /clock_timestamp\(\) - \$1 and/,
    because: 'PostgreSQL counts sessions with a statement of its own',
  },
  { text: new RegExp(ANY_TABLE), because: 'it is about a whole table, whichever' },
  { text: /^delete from \w+$/, because: 'it stands for those that purgeStatements records' },
  { text: /account\.\*(?![^]*account on true)/, because: 'two halves that no code puts together' },
]

/** The files with statements of a program's other databases, in whose place PostgreSQL has its own. */
const OF_OTHER_DATABASES =
  /\/store\/(mysql|sqlite)\/|\/store\/(schema-state|statements\/(central|ending|housekeeping|purge|revocations|tickets))\.ts$/

/** The statements of the sources that PostgreSQL plans. */
export function plannedStatements(statements: readonly Statement[]): readonly PlannedStatement[] {
  return statements
    .filter(({ file }) => !OF_OTHER_DATABASES.test(file))
    .flatMap(({ file, line, texts }) =>
      texts.map((text) => ({ where: `${file}:${line}`, text: asSent(file, text) })),
    )
    .filter(({ text }) => HAS_PLAN.test(text) && !LEFT_OUT.some((one) => one.text.test(text)))
}

/** The service plans for whichever values (`force_generic_plan`), a program for those that it sends. */
function asSent(file: string, text: string): string {
  if (!file.includes('packages/program/')) return text
  return withLimits(file.includes('/store/statements/') ? statementText(text, 'sso') : text)
}

/** The rows of a page or a batch: a program sends no more. */
const LIMIT = 1_000

/** The text with `limit 1000` where a parameter stands there; the other parameters are numbered anew. */
function withLimits(text: string): string {
  const limited = text.replace(/\blimit \$\d+/gi, `limit ${LIMIT}`)
  const left = [...new Set(Array.from(limited.matchAll(/\$(\d+)/g), ([, number]) => Number(number)))]
  left.sort((one, other) => one - other)
  return limited.replace(/\$(\d+)/g, (_, number: string) => `$${left.indexOf(Number(number)) + 1}`)
}

const BATCH = { most: 1_000, from: EPOCH, seconds: 60 }

/** The statements that delete the rows that are over, which are made from the names of table and column. */
export async function purgeStatements(tables: Tables): Promise<readonly PlannedStatement[]> {
  const sent: PlannedStatement[] = []
  for (const [name, table] of Object.entries(tables))
    for (const purge of purgesOf({ [name]: table }))
      await purge({ db: recorder(`the purge of ${name}`, sent), clock: fakeClock() }, BATCH)
  return sent
}

function recorder(where: string, sent: PlannedStatement[]): Database {
  const db: Database = {
    query: (pieces) => {
      sent.push({
        where,
        text: pieces.reduce((text, piece, index) => `${text}$${index}${piece}`),
      })
      return Promise.resolve([])
    },
    transaction: (work) => work(db),
    layout: () => Promise.resolve('one-server'),
  }
  return db
}
