import { recordRefused } from '../audit-log/index.ts'
import type { CitizensAct } from '../moments/index.ts'
import { letterNeeds } from './citizen.ts'
import { type ActCall, type Answer, CommandRefused } from './command.ts'

/** Carries out an act on many citizens, or on somebody who may be none yet. */
export async function citizensAct(act: CitizensAct, call: ActCall): Promise<Answer> {
  const { words: command, given, terminal, openDatabase } = call
  const database = await openDatabase()
  const needs = await letterNeeds(database, call)
  const done = await act.run(needs, {
    operand: act.operand === undefined ? '' : given.operand(act.operand),
    has: given.flag,
    option: given.text,
    progress: (line) => terminal.err(line),
    stopped: terminal.stopped(),
  })
  if (!done.ok) {
    const { says, because = 'refused', citizenId, faults } = done.refusal
    await recordRefused(database, { command, because, ...(citizenId !== undefined && { citizenId }) })
    throw new CommandRefused(says, because, {}, faults)
  }
  const { json, lines, isFault } = done.value
  return { json, lines, exitCode: isFault ? 1 : 0 }
}
