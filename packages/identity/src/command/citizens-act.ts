import { recordRefused } from '../audit-log/index.ts'
import type { Config } from '../config.ts'
import type { ActNeeds, CitizensAct } from '../moments/index.ts'
import type { OpenDatabase } from '../open-database.ts'
import { createRateLimits } from '../rate-limits/index.ts'
import { letterNeeds } from './citizen.ts'
import { type ActCall, type Answer, CommandRefused } from './command.ts'

/** Carries out an act on many citizens, or on somebody who may be none yet. */
export async function citizensAct(act: CitizensAct, call: ActCall): Promise<Answer> {
  const { words: command, given, terminal, config, openDatabase } = call
  const database = await openDatabase()
  const needs = { ...(await letterNeeds(database, call)), spend: spendIn(database, config(), terminal.err) }
  const done = await act.run(needs, {
    operand: given.operand(act.operand),
    has: given.flag,
    option: given.text,
    progress: (line) => terminal.err(line),
    stopped: terminal.stopped(),
  })
  if (!done.ok) {
    const { says, because = 'refused', citizenId } = done.refusal
    await recordRefused(database, { command, because, ...(citizenId !== undefined && { citizenId }) })
    throw new CommandRefused(says, because)
  }
  const { json, lines, isFault } = done.value
  return { json, lines, exitCode: isFault ? 1 : 0 }
}

/** Spends limits where the service counts them: in the database, or in Redis. */
function spendIn(database: OpenDatabase, config: Config, say: (line: string) => void): ActNeeds['spend'] {
  const log = { info: () => undefined, warn: say, error: say }
  return async (kind, who) => {
    const { LIMITS } = await import('../rooms.ts')
    const limits = createRateLimits({ ...database, ...config, log, kinds: LIMITS })
    try {
      return await limits.spend(kind, who)
    } finally {
      await limits.close()
    }
  }
}
