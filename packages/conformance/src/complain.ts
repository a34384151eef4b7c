import { USAGE, WrongUse } from './command-line.ts'
import { NoSimulator } from './simulator.ts'

/** Nobody answers at the address of the program. */
export class NoProgram extends Error {
  override readonly name = 'NoProgram'
}

/** What is printed with `--json` where there is no report: what `portico schema --refusal` describes. */
interface Refusal {
  readonly kind: 'usage' | 'failed'
  readonly because: 'wrong-usage' | 'no-simulator' | 'no-program' | 'unexpected'
  readonly says: string
  readonly faults: readonly []
  readonly usage: string | null
  readonly exit_code: 2
}

/** Whether a command line asks for JSON, also one that cannot be read. */
export function asksForJson(args: readonly string[]): boolean {
  return args.slice(0, args.indexOf('--') >>> 0).includes('--json')
}

/** Says on the standard error why there is no report. Returns the exit code. */
export function complain(note: (line: string) => void, error: unknown, asJson: boolean): 2 {
  const refusal = refusalOf(error)
  if (refusal.because === 'unexpected')
    note(error instanceof Error ? harmlessLines(String(error.stack)) : typeof error)
  if (asJson) note(JSON.stringify(refusal, harmlessText))
  else {
    note(`portico-conformance: ${harmless(refusal.says)}`)
    if (refusal.kind === 'usage') note('Try: portico-conformance --help')
  }
  return 2
}

function refusalOf(error: unknown): Refusal {
  const says = error instanceof Error ? error.message : String(error)
  const rest = { says, faults: [], exit_code: 2 } as const
  if (error instanceof WrongUse) return { kind: 'usage', because: 'wrong-usage', ...rest, usage: USAGE }
  if (error instanceof NoSimulator) return { kind: 'failed', because: 'no-simulator', ...rest, usage: null }
  if (error instanceof NoProgram) return { kind: 'failed', because: 'no-program', ...rest, usage: null }
  return { kind: 'failed', because: 'unexpected', ...rest, usage: null }
}

/** Control characters, what ends a line, and what turns text around: somebody reads it at a terminal. */
const HARMFUL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

const harmless = (text: string): string => text.replaceAll(HARMFUL, '?')

const harmlessLines = (text: string): string => text.split('\n').map(harmless).join('\n')

const harmlessText = (_: string, value: unknown) => (typeof value === 'string' ? harmless(value) : value)
