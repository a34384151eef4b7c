import type { OperatorOrder } from '../audit/index.ts'
import { recordRead } from '../audit-log/index.ts'
import { objectSchema, type Schema } from '../platform/operation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type ActCall, type Answer, CommandRefused, type OperatorsDatabase } from './command.ts'
import { tryWith } from './forecast.ts'
import { requireYes } from './require-yes.ts'

/** What such a command has done in one transaction. */
export interface Done {
  readonly answer: Answer
  /** What it comes to, and to which account, program or key: two may have the same name, one after the other. */
  readonly identity: string
  /** What may take long, after it. Returns the answer. */
  readonly after?: (database: OperatorsDatabase<OperatorOrder>) => Promise<Answer>
  /** Whether it has changed nothing. */
  readonly isNothing?: boolean
}

/** What such a command answers: what it did, or with `--dry-run` what it would answer. */
export function orTried(answer: Schema): Schema {
  const dryRun = { type: 'boolean', const: true } as const
  return { oneOf: [answer, objectSchema(`Tried${answer.title ?? ''}`, { dry_run: dryRun, would: answer })] }
}

/**
 * Carries out a command that takes something away from a program or an operator. On a terminal it is tried first, in a transaction that is taken back: it says what it would answer,
 * and asks, unless `--yes` has answered. What would be something else by then is not done. Elsewhere it acts, as a script wants. With `--dry-run` it only says it. Whoever was told leaves the event of a look.
 */
export async function triedFirst(call: ActCall, act: (call: ActCall) => Promise<Done>): Promise<Answer> {
  const { given, terminal, words: command } = call
  const database = await call.openDatabase()
  const within = (opened: typeof database) => act({ ...call, openDatabase: async () => opened })
  const isOnlyTold = given.flag('dry-run')
  const ask = given.flag('yes') ? undefined : terminal.ask
  let told: Done | undefined
  if (isOnlyTold || ask) {
    told = await tryWith(database, within)
    await recordRead(database, { command })
    const lines = ['This would happen:', ...linesOf(told).map((line) => `  - ${line}`)]
    if (isOnlyTold)
      return { json: { dry_run: true, would: told.answer.json }, lines: [...lines, 'Nothing was changed.'] }
    if (told.isNothing) return told.answer
    if (ask) await requireYes(lines, { ...terminal, ask })
  }
  const done = await inOne(database, async (opened) => {
    const real = await within(opened)
    if (told && real.identity !== told.identity)
      throw new CommandRefused(CHANGED_MEANWHILE, 'changed-meanwhile')
    return real
  })
  return done.after ? done.after(database) : done.answer
}

/** In one transaction. */
function inOne<Opened extends { readonly db: Database }, Value>(
  database: Opened,
  work: (opened: Opened) => Promise<Value>,
): Promise<Value> {
  return database.db.transaction((tx) => work({ ...database, db: tx }))
}

const CHANGED_MEANWHILE =
  'Something else would happen by now. Nothing was changed: run it again to read what.'

const linesOf = ({ answer }: Done) => answer.lines.filter((line) => typeof line === 'string')
