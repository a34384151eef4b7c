import { CommandRefused } from './command.ts'

const NOTHING = 'Nothing was changed.'

/** A refusal that tells each fault of what was given. A single one is the sentence itself. */
export function refuseAll(faults: readonly string[], because?: string): CommandRefused {
  const [only = '', ...others] = faults
  if (others.length === 0) return new CommandRefused(only, because)
  return new CommandRefused(
    [`${faults.length} faults. ${NOTHING}`, ...faults].join('\n'),
    because,
    {},
    faults,
  )
}
