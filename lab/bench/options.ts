import { readChoice, readList, readWords, UsageError } from '../kit/command-line.ts'
import type { Pace } from './measure/rounds.ts'

/** What is measured. */
export const MODES = ['compare', 'growth', 'program', 'processes', 'soak'] as const

/** One of them; `compare` where the command line names none. */
export type Mode = (typeof MODES)[number]

/** What the command line asks for. */
export interface Options {
  readonly mode: Mode
  readonly pace: Pace
  /** Short slices, whose figures are worth nothing. */
  readonly quick: boolean
  /** People who are signed in; each slice goes round them. */
  readonly people: number
  /** Names of operations, or `starts`; undefined for everything. */
  readonly only: readonly string[] | undefined
  /** Rows of access tokens of growth mode. */
  readonly sizes: readonly number[]
  /** How long the soak goes on. */
  readonly minutes: number
  /** Whether the tables are put into docs/performance.md. */
  readonly write: boolean
  /** What makes the load where both could; undefined for `wrk` where there is one. */
  readonly generator: 'own' | 'wrk' | undefined
  /** Whose PostgreSQL: the machine's where it has one, or the one that Portico brings. */
  readonly postgres: 'machine' | 'embedded'
}

const PARTS = [
  ...['starts', 'introspection', 'userinfo', 'authorize', 'refresh'],
  ...['code-exchange', 'sign-in', 'registration'],
]

const USAGE = `npm run bench -- [growth|program|processes|soak] [--quick] [--write] [--only ${PARTS.slice(0, 2).join(',')},…]

  (nothing)          everything, side by side with oidc-provider: about half an hour on a quiet machine
  growth             whether Portico slows down with 10 thousand and 1 million access tokens
  program            what guarding a route costs a program, and what its checks cost the identity service
  processes          one and two processes of Portico on one database
  soak               a mixed load at 70 % of what the machine can do, for 15 minutes
  --five-million     with growth: 5 million as well
  --minutes N        with soak: so long instead
  --quick            short slices, for developing; its figures are worth nothing
  --write            puts the tables into docs/performance.md
  --generator NAME   own or wrk; without it wrk, where this machine has it
  --postgres NAME    machine or embedded; without it the machine's own PostgreSQL, where it has one
  --only a,b         of ${PARTS.join(', ')}`

const FULL = {
  pace: { rounds: 5, warmUpSeconds: 5, sliceSeconds: 5, tries: 4 },
  ...{ people: 512, rows: 1_000_000, minutes: 15 },
}
const QUICK: typeof FULL = {
  pace: { rounds: 2, warmUpSeconds: 1, sliceSeconds: 1, tries: 1 },
  ...{ people: 64, rows: 100_000, minutes: 0.5 },
}

const MOST_SOAK_MINUTES = 24 * 60

const KNOWN = {
  flags: [...MODES, '--quick', '--write', '--five-million'],
  withValue: ['--only', '--minutes', '--generator', '--postgres'],
  usage: USAGE,
}

/** Reads the command line; throws UsageError about the first word that is not understood. */
export function readOptions(words: readonly string[]): Options {
  const given = readWords(words, KNOWN)
  const quick = given.has('--quick')
  const only = readList(given, '--only', PARTS)
  if (given.has('--write')) refuseToWrite(quick, only)
  const { pace, people, rows, minutes } = quick ? QUICK : FULL
  const modes = MODES.filter(given.has)
  if (modes.length > 1) throw new UsageError(`One at a time: ${modes.join(' or ')}.`)
  return {
    mode: modes[0] ?? 'compare',
    ...{ quick, only, pace, people },
    sizes: [10_000, rows, ...(given.has('--five-million') ? [5_000_000] : [])],
    minutes: readMinutes(given.value('--minutes')) ?? minutes,
    write: given.has('--write'),
    generator: readChoice(given, '--generator', ['own', 'wrk']),
    postgres: readChoice(given, '--postgres', ['machine', 'embedded']) ?? 'machine',
  }
}

function refuseToWrite(quick: boolean, only: Options['only']): void {
  if (quick) throw new UsageError('The figures of --quick are worth nothing, so --write takes none.')
  if (only) throw new UsageError('The tables are those of whole runs, so --write takes no --only.')
}

function readMinutes(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const minutes = given.trim() === '' ? Number.NaN : Number(given)
  if (minutes > 0 && minutes <= MOST_SOAK_MINUTES) return minutes
  throw new UsageError(`--minutes takes a number up to ${MOST_SOAK_MINUTES}, not "${given}".`)
}
