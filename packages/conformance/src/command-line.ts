import { parseArgs } from 'node:util'
import { RULES } from './rules/index.ts'

/** What the caller wants. */
export interface Wanted {
  /** The address of the program, without a slash at the end. */
  readonly program: string
  readonly simulator: string
  readonly returnUri: string
  readonly ceilingSeconds: number
  readonly spread: boolean
  /** The ids of the rules to try; all of them where it is empty. */
  readonly only: readonly string[]
  readonly asJson: boolean
}

/** The command line is wrong. The message says why. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}

/** The usage, as `--help` shows it. */
export const HELP: readonly string[] = [
  'Usage: portico-conformance PROGRAM_URL [--return-uri URI] [--simulator URL] [--ceiling SECONDS] [--only RULE …] [--json]',
  '',
  'Tries the program side of Portico at PROGRAM_URL from outside, in any language, against the contract.',
  '',
  'Before: start the simulator (npx portico dev), and start your program with the settings that it prints.',
  '',
  '  --return-uri URI   an address that begin/ allows; PROGRAM_URL/signed-in without it',
  '  --simulator URL    where the simulator is; http://localhost:4000 without it',
  '  --ceiling SECONDS  how often your program asks at least, if more often than every 30 seconds',
  '  --only RULE        only this rule; may be repeated',
  '  --spread           sends each request as from another address (X-Forwarded-For), so that nothing is throttled;',
  '                     for a program that trusts this machine as its proxy',
  '  --list             lists the rules',
  '  --json             writes the report as JSON',
  '',
  'Exit codes: 0 every rule is kept, 1 a rule is broken, 2 wrong use, or nobody answers.',
]

/** Reads the command line. Throws WrongUse. */
export function readCommandLine(args: readonly string[]): Wanted | 'help' | 'list' {
  const { values, positionals } = parse(args)
  if (values.help === true) return 'help'
  if (values.list === true) return 'list'
  const [given, ...more] = positionals
  if (given === undefined) throw new WrongUse('PROGRAM_URL is missing.')
  if (more.length > 0) throw new WrongUse(`Unexpected argument '${more[0]}'.`)
  const program = readAddress('PROGRAM_URL', given).replace(/\/+$/, '')
  const only = values.only ?? []
  const unknown = only.find((id) => !RULES.some((rule) => rule.id === id))
  if (unknown !== undefined)
    throw new WrongUse(`There is no rule '${unknown}'. portico-conformance --list shows them.`)
  return {
    program,
    simulator: readAddress('--simulator', values.simulator ?? 'http://localhost:4000').replace(/\/+$/, ''),
    returnUri: readAddress('--return-uri', values['return-uri'] ?? `${program}/signed-in`),
    spread: values.spread === true,
    ceilingSeconds: readCeiling(values.ceiling),
    only,
    asJson: values.json === true,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'return-uri': { type: 'string' },
        simulator: { type: 'string' },
        ceiling: { type: 'string' },
        only: { type: 'string', multiple: true },
        list: { type: 'boolean' },
        spread: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new WrongUse(error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? '') : String(error))
  }
}

const CONTRACT_SECONDS = 30

function readCeiling(given: string | undefined): number {
  const seconds =
    given === undefined ? CONTRACT_SECONDS : /^\d{1,2}$/.test(given) ? Number(given) : Number.NaN
  if (seconds >= 1 && seconds <= CONTRACT_SECONDS) return seconds
  throw new WrongUse('--ceiling must be a number of seconds from 1 to 30: the contract allows no more.')
}

function readAddress(name: string, given: string): string {
  if (/^https?:\/\/./.test(given) && URL.canParse(given)) return given
  throw new WrongUse(`${name} must be an address that begins with http:// or https://, not '${given}'.`)
}
