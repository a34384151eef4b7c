import { recordRead } from '../audit-log/index.ts'
import { objectSchema, type Schema } from '../platform/operation.ts'
import type { ActCall, Answer } from './command.ts'
import { tryWith } from './forecast.ts'
import { requireYes } from './require-yes.ts'

/** What such a command answers: what it did, or with `--dry-run` what it would answer. */
export function orTried(answer: Schema): Schema {
  const dryRun = { type: 'boolean', const: true } as const
  return { oneOf: [answer, objectSchema(`Tried${answer.title ?? ''}`, { dry_run: dryRun, would: answer })] }
}

/**
 * Carries out a command that takes something away from a program or an operator. On a terminal it is tried first, in a transaction that is taken back: it says what it would answer,
 * and asks, unless `--yes` has answered. Elsewhere it acts, as a script wants. With `--dry-run` it only says it. Whoever was told leaves the event of a look.
 */
export async function triedFirst(
  call: ActCall,
  act: (call: ActCall, isTrial: boolean) => Promise<Answer>,
): Promise<Answer> {
  const { given, terminal, words: command } = call
  const isOnlyTold = given.flag('dry-run')
  const ask = given.flag('yes') ? undefined : terminal.ask
  if (!isOnlyTold && !ask) return act(call, false)
  const database = await call.openDatabase()
  const would = await tryWith(database, (tried) => act({ ...call, openDatabase: async () => tried }, true))
  await recordRead(database, { command })
  const lines = [
    'This would happen:',
    ...would.lines.flatMap((line) => (typeof line === 'string' ? [`  - ${line}`] : [])),
  ]
  if (isOnlyTold)
    return { json: { dry_run: true, would: would.json }, lines: [...lines, 'Nothing was changed.'] }
  if (ask) await requireYes(lines, { ...terminal, ask })
  return act({ ...call, openDatabase: async () => database }, false)
}
