import { SsoConfigError } from '../config-error.ts'
import { errorMessage } from '../platform/index.ts'
import { StoreOfAnotherProgram } from '../store/index.ts'
import { SqliteUnavailable } from '../store/sqlite/index.ts'
import { type Command, CommandRefused, UsageFault } from './command.ts'
import { usageOf } from './help.ts'

/** What a command with `--json` prints on the standard error where it answers nothing: what `portico schema --refusal` describes. */
interface Refusal {
  readonly kind: 'usage' | 'refused' | 'failed'
  /** Why, as a name. */
  readonly because: string
  readonly says: string
  /** Each wrong setting. */
  readonly faults: readonly string[]
  readonly usage: string | null
  readonly exit_code: 1 | 2
}

/** What was called: `portico-program`, and the command where it is known. */
export interface Called {
  readonly name: string
  readonly command?: Command | undefined
  readonly asJson: boolean
}

/** Whether a command line asks for JSON, also one that cannot be read. */
export function asksForJson(args: readonly string[]): boolean {
  return args.slice(0, args.indexOf('--') >>> 0).includes('--json')
}

/** Says on the standard error why a command ended. Returns the exit code. */
export function complain(fault: (line: string) => void, error: unknown, called: Called): 1 | 2 {
  const refusal = refusalOf(error, called)
  // One line, because what a command says while it works stands before it.
  if (called.asJson) fault(JSON.stringify(refusal, harmlessText))
  else for (const line of linesOf(error, called)) fault(harmlessLines(line))
  return refusal.exit_code
}

/**
 * Ends the process at a fault that nothing catches: says its place, and with `--json` an object behind it. Its fields may contain an
 * address with its password, so they are not said.
 */
export function endUncaught(args: readonly string[], fault: (line: string) => void): void {
  process.on('uncaughtException', (error: unknown) => {
    fault(error instanceof Error ? harmlessLines(String(error.stack)) : typeof error)
    if (asksForJson(args)) fault(JSON.stringify(refusalOf(error, { name: '', asJson: true }), harmlessText))
    process.exit(1)
  })
}

function refusalOf(error: unknown, { name, command }: Called): Refusal {
  if (error instanceof UsageFault) {
    const usage = command ? usageOf(name, command) : null
    const told = { because: 'wrong-usage', says: error.message, faults: [], usage }
    return { kind: 'usage', ...told, exit_code: 2 }
  }
  const because = reasonOf(error)
  const says = errorMessage(error)
  if (because !== undefined) return { kind: 'refused', because, says, ...NO_FAULTS }
  if (error instanceof SsoConfigError) {
    const [head = ''] = says.split('\n', 1)
    const faults = error.problems.map(
      ({ path, got, expected, fix }) => `${path}: got ${got}, ${expected}: ${fix}`,
    )
    return { kind: 'failed', because: 'config-faults', says: head, ...NO_FAULTS, faults }
  }
  return {
    kind: 'failed',
    because: isOutage(error) ? 'database-unavailable' : 'unexpected',
    says,
    ...NO_FAULTS,
  }
}

const NO_FAULTS = { faults: [], usage: null, exit_code: 1 } as const

/** Why the answer is no, as a name; undefined where something does not work. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof CommandRefused) return error.because
  return error instanceof StoreOfAnotherProgram ? 'store-of-another-program' : undefined
}

/** A server that cannot be reached, or a file that cannot be opened. */
function isOutage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return error instanceof SqliteUnavailable || /^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT)/.test(code)
}

function linesOf(error: unknown, { name, command }: Called): readonly string[] {
  if (error instanceof SsoConfigError) return [`${error.name}: ${error.message}`]
  if (!(error instanceof UsageFault)) return [`${name}: ${errorMessage(error)}`]
  return command
    ? [`${name} ${command.name}: ${error.message}`, `Usage: ${usageOf(name, command)}`]
    : [`${name}: ${error.message}`, `Try: ${name} --help`]
}

/** Control characters, what ends a line, and what turns text around: somebody reads it at a terminal. */
const HARMFUL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const harmless = (text: string): string => text.replaceAll(HARMFUL, '?')

const harmlessLines = (text: string): string => text.split('\n').map(harmless).join('\n')

const harmlessText = (_: string, value: unknown) => (typeof value === 'string' ? harmless(value) : value)
