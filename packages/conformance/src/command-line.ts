import { parseArgs } from 'node:util'
import { nearest } from './nearest.ts'
import { RULES } from './rules/index.ts'
import type { Extras } from './stage.ts'

/** What the caller wants. */
export interface Wanted extends Extras {
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

/** How the command is called, in one line. */
export const USAGE =
  'portico-conformance PROGRAM_URL [--return-uri URI] [--simulator URL] [--ceiling SECONDS] [--only RULE …] [--json]'

/** The usage, as `--help` shows it. */
export const HELP: readonly string[] = [
  `Usage: ${USAGE}`,
  '',
  'Tries the program side of Portico at PROGRAM_URL from outside, in any language, against the contract.',
  '',
  'Before: start the simulator (npx portico dev), and start your program with the settings that it prints.',
  '',
  '  --return-uri URI   an address that begin/ allows; PROGRAM_URL/signed-in without it',
  '  --simulator URL    where the simulator is; http://localhost:4000 without it',
  '  --guarded URL      an address of your API behind the guard, asked by GET; may be repeated',
  '  --account URL      an address of your API whose JSON has the id of the local account, as "id"',
  '  --staff URL        an address of your API that only staff may read; with --staff-email',
  '  --staff-email EMAIL  the e-mail address of a member of your staff',
  '  --patient          waits 95 seconds, until a handoff has ended',
  '  --handoff SECONDS  how long a handoff of your program lives, if less than 90 seconds; with --patient',
  '  --ceiling SECONDS  how often your program asks at least, if more often than every 30 seconds',
  '  --only RULE        only this rule; may be repeated',
  '  --spread           sends each request as from another address (X-Forwarded-For), so that nothing is throttled;',
  '                     for a program that trusts this machine as its proxy',
  '  --list             lists the rules',
  '  --json             writes the report as JSON, and refuses in JSON on the standard error',
  '',
  'Exit codes: 0 every rule is kept, 1 a rule is broken, 2 there is no report: wrong use, nobody answers, or a fault.',
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
    ...readExtras(values),
  }
}

function readExtras(values: ReturnType<typeof parse>['values']): Extras {
  return {
    guarded: (values.guarded ?? []).map((url) => readAddress('--guarded', url)),
    account: values.account === undefined ? undefined : readAddress('--account', values.account),
    staff: readStaff(values.staff, values['staff-email']),
    handoffSeconds: readHandoff(values.patient === true, values.handoff),
  }
}

const OPTIONS = {
  'return-uri': { type: 'string' },
  simulator: { type: 'string' },
  ceiling: { type: 'string' },
  only: { type: 'string', multiple: true },
  list: { type: 'boolean' },
  spread: { type: 'boolean' },
  json: { type: 'boolean' },
  guarded: { type: 'string', multiple: true },
  account: { type: 'string' },
  staff: { type: 'string' },
  'staff-email': { type: 'string' },
  patient: { type: 'boolean' },
  handoff: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new WrongUse(sentenceOf(error) + askAbout(args))
  }
}

/** What Node says, without what it says about words that begin with a dash. */
function sentenceOf(error: unknown): string {
  const [first = ''] = error instanceof Error ? error.message.split(/\.\s|\n/) : [String(error)]
  return `${first.replace(/\.$/, '')}.`
}

/** The option that was probably meant by the first one that there is not. */
function askAbout(args: readonly string[]): string {
  const known = Object.keys(OPTIONS)
  const written = args.filter((word) => /^--./.test(word)).map((word) => word.slice(2).split('=', 1)[0] ?? '')
  const unknown = written.find((name) => !known.includes(name))
  const meant = unknown && nearest(unknown, known)
  return meant ? ` Did you mean --${meant}?` : ''
}

const CONTRACT_SECONDS = 30

const HANDOFF_SECONDS = 90

function readCeiling(given: string | undefined): number {
  return readSeconds('--ceiling', given, CONTRACT_SECONDS)
}

function readHandoff(isPatient: boolean, given: string | undefined): number | undefined {
  if (isPatient) return readSeconds('--handoff', given, HANDOFF_SECONDS)
  if (given === undefined) return undefined
  throw new WrongUse('--handoff needs --patient.')
}

/** A number of seconds, at most what the contract allows, which it is without one. */
function readSeconds(name: string, given: string | undefined, most: number): number {
  const seconds = given === undefined ? most : /^\d{1,2}$/.test(given) ? Number(given) : Number.NaN
  if (seconds >= 1 && seconds <= most) return seconds
  throw new WrongUse(`${name} must be a number of seconds from 1 to ${most}: the contract allows no more.`)
}

function readStaff(url: string | undefined, email: string | undefined): Wanted['staff'] {
  if (url === undefined && email === undefined) return undefined
  if (url === undefined || email === undefined) throw new WrongUse('--staff and --staff-email go together.')
  return { url: readAddress('--staff', url), email }
}

function readAddress(name: string, given: string): string {
  if (/^https?:\/\/./.test(given) && URL.canParse(given)) return given
  throw new WrongUse(`${name} must be an address that begins with http:// or https://, not '${given}'.`)
}
