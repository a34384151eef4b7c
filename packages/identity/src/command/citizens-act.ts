import type { CitizensAct } from '../moments/index.ts'
import { openKeyring } from '../open-database.ts'
import { requireServiceKey } from './citizen.ts'
import { type ActCall, type Answer, CommandRefused } from './command.ts'

/** Carries out an act on many citizens. */
export async function citizensAct(act: CitizensAct, call: ActCall): Promise<Answer> {
  const { given, terminal, config, openDatabase } = call
  const database = await openDatabase()
  const keyring = await openKeyring(config(), database)
  const needs = { ...database, keyring }
  await requireServiceKey(needs)
  const done = await act.run(needs, {
    operand: given.operand(act.operand),
    has: given.flag,
    option: given.text,
    progress: (line) => terminal.err(line),
    stopped: terminal.stopped(),
  })
  if (!done.ok) throw new CommandRefused(done.refusal.says)
  const { json, lines, isFault } = done.value
  return { json, lines, exitCode: isFault ? 1 : 0 }
}
