import { readList, readWords, type SortedWords, UsageError } from '../kit/command-line.ts'
import type { Pace } from './measure/rounds.ts'

/** What is measured, and shown in docs/performance.md. */
export const MODES = ['compare', 'growth', 'program', 'soak'] as const

/** What the command line asks for. */
export interface Options {
  /** `compare` where the command line names none. */
  readonly mode: (typeof MODES)[number] | 'against'
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
  /** The commit that the working tree is compared with. */
  readonly revision: string
  /** The folder of the programs of a PostgreSQL, or `embedded`; undefined for the machine's newest. */
  readonly postgres: string | undefined
}

const PARTS = [
  ...['starts', 'introspection', 'userinfo', 'authorize', 'refresh'],
  ...['code-exchange', 'sign-in', 'registration'],
]

const USAGE = `npm run bench -- [growth|program|soak] [--quick] [--write] [--only ${PARTS.slice(0, 2).join(',')},…]

  (nothing)          everything, side by side with oidc-provider: about half an hour on a quiet machine
  growth             whether Portico slows down with 10 thousand and 1 million access tokens
  program            what guarding a route costs a program, and what its checks cost the identity service
  soak               a mixed load at 70 % of what the machine can do, for 15 minutes
  --against REVISION this working tree beside another commit: CPU time of introspection, refresh, code exchange
  --five-million     with growth: 5 million as well
  --minutes N        with soak: so long instead
  --quick            short slices, for developing; its figures are worth nothing
  --write            puts the tables into docs/performance.md
  --postgres FOLDER  the programs of a PostgreSQL, or "embedded"; without it the newest in /usr/lib/postgresql
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
  withValue: ['--only', '--minutes', '--against', '--postgres'],
  usage: USAGE,
}

/** Reads the command line; throws UsageError about the first word that is not understood. */
export function readOptions(words: readonly string[]): Options {
  const given = readWords(words, KNOWN)
  const quick = given.has('--quick')
  const only = readList(given, '--only', PARTS)
  const { pace, people, rows, minutes } = quick ? QUICK : FULL
  const mode = readMode(given)
  const write = given.has('--write')
  if (write) refuseToWrite({ mode, quick, only })
  return {
    ...{ mode, quick, only, pace, people, write },
    revision: given.value('--against') ?? '',
    sizes: [10_000, rows, ...(given.has('--five-million') ? [5_000_000] : [])],
    minutes: readMinutes(given.value('--minutes')) ?? minutes,
    postgres: given.value('--postgres'),
  }
}

function refuseToWrite({ mode, quick, only }: Pick<Options, 'mode' | 'quick' | 'only'>): void {
  if (quick) throw new UsageError('The figures of --quick are worth nothing, so --write takes none.')
  if (only) throw new UsageError('The tables are those of whole runs, so --write takes no --only.')
  if (mode === 'against') throw new UsageError('No page shows two commits, so --write takes no --against.')
}

function readMode(given: SortedWords): Options['mode'] {
  const modes: Options['mode'][] = MODES.filter(given.has)
  if (given.value('--against') === '') throw new UsageError('--against takes a revision of git.')
  if (given.has('--against')) modes.push('against')
  if (modes.length > 1) throw new UsageError(`One at a time: ${modes.join(' or ')}.`)
  return modes[0] ?? 'compare'
}

function readMinutes(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const minutes = given.trim() === '' ? Number.NaN : Number(given)
  if (minutes > 0 && minutes <= MOST_SOAK_MINUTES) return minutes
  throw new UsageError(`--minutes takes a number up to ${MOST_SOAK_MINUTES}, not "${given}".`)
}
