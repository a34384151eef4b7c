import { type OperatorOrigin, readOperatorName, readReason } from '../audit/index.ts'
import { type Given, type Terminal, UsageFault } from './command.ts'

/** Who calls, by the option or by the system. Throws UsageFault where that is no name. */
export function whoAsks(given: Given, terminal: Terminal): OperatorOrigin {
  const named = given.text('as')
  const operator = readOperatorName(named ?? terminal.user())
  if (operator !== undefined) return { actor: 'operator', operator }
  throw new UsageFault(
    named === undefined
      ? "The name of the system's user cannot stand in the audit: give yours with --as NAME."
      : "--as NAME must be a name of 1 to 100 letters, digits, spaces and ._,@'’()\\/:+- that begins with a letter or a digit, and has not letters of both Latin and Cyrillic or Greek script.",
  )
}

/** Why. It is asked for where somebody can answer. Throws UsageFault where it is missing, or no reason. */
export async function whyAsked(given: Given, terminal: Terminal): Promise<string> {
  const words = given.text('reason') ?? (await terminal.ask?.('The reason, for the audit: '))
  if (words === undefined) throw new UsageFault('--reason TEXT is missing.')
  const reason = readReason(words)
  if (reason === undefined) throw new UsageFault('The reason must be one line of 1 to 500 characters.')
  return reason
}
