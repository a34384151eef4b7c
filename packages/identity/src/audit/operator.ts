import { countCharacters, isPrintable, readText, TURNING, withoutEdges } from '../platform/plain-text.ts'

const MOST_NAME_CHARACTERS = 100
const MOST_REASON_CHARACTERS = 500

/** Letters of every script, digits, and what names of people, accounts and domains have. Neither markup nor the beginning of a formula. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} _.,@'’()\\/:+-]*$/u

/** What nobody sees, and letters of two scripts that have letters of the same shape: such a name looks like that of somebody else. */
const DECEIVING = [
  /\p{Default_Ignorable_Code_Point}/u,
  /(?=.*\p{Script=Latin}).*[\p{Script=Cyrillic}\p{Script=Greek}]/su,
]

const UNFIT = new RegExp(`[\\p{Cc}\\p{Cs}${TURNING}]`, 'u')

/** The name of an operator who acts, as it is stored. Undefined for what is no name, also for that of a machine. */
export function readOperatorName(given: string): string | undefined {
  const name = readName(given)
  return name === undefined || DECEIVING.some((pattern) => pattern.test(name)) ? undefined : name
}

function readName(given: string): string | undefined {
  const read = readText(given, MOST_NAME_CHARACTERS)
  return read.ok && NAME.test(read.value) && isPrintable(read.value) ? read.value : undefined
}

/** Begins the name of a machine. `NAME` has no such sign, so no operator can be called the same. */
const OF_MACHINE = 'key#'

/** The name under which a machine with this key stands in the audit. */
export function machineOperator(keyName: string): string {
  return `${OF_MACHINE}${keyName}`
}

/** The name of an operator or of a machine by whom events are looked for: an earlier release has let names of operators deceive. */
export function readStoredOperatorName(given: string): string | undefined {
  if (!given.startsWith(OF_MACHINE)) return readName(given)
  return /^[a-z0-9][a-z0-9.-]{0,59}$/.test(given.slice(OF_MACHINE.length)) ? given : undefined
}

/** Why an operator does something, as it is stored: one line. Undefined for what is none. */
export function readReason(given: string): string | undefined {
  const reason = withoutEdges(given)
  const fits = reason !== '' && countCharacters(reason) <= MOST_REASON_CHARACTERS && !UNFIT.test(reason)
  return fits ? reason : undefined
}
