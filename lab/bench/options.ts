import { readList, readWords, type SortedWords, UsageError } from '../kit/command-line.ts'
import type { Pace } from './measure/rounds.ts'

/** The modes with tables in docs/performance.md. */
export const MODES = ['compare', 'growth', 'purge', 'program', 'soak', 'passwords'] as const

/** The options of the command line. */
export interface Options {
  /** `compare`, if the command line names none. */
  readonly mode: (typeof MODES)[number] | 'against' | 'citus' | 'commands' | 'console'
  readonly pace: Pace
  /** Short slices, whose figures mean nothing. */
  readonly quick: boolean
  /** The number of signed-in citizens. Each slice uses them in turn. */
  readonly people: number
  /** Names of operations, or `starts`; undefined for everything. */
  readonly only: readonly string[] | undefined
  /** Rows of access tokens of growth mode. */
  readonly sizes: readonly number[]
  /** The length of the soak. */
  readonly minutes: number
  /** Whether the tables are written into docs/performance.md. */
  readonly write: boolean
  /** The commit that the working tree is compared with. */
  readonly revision: string
  /** The folder with the programs of a PostgreSQL, or `embedded`. Undefined for the newest of the machine. */
  readonly postgres: string | undefined
}

const PARTS = [
  ...['starts', 'introspection', 'userinfo', 'authorize', 'refresh'],
  ...['code-exchange', 'sign-in', 'registration'],
]

const USAGE = `npm run bench -- [growth|purge|program|soak|passwords|citus|commands|console] [--quick] [--write] [--only ${PARTS.slice(0, 2).join(',')},…]

  (nothing)          everything, side by side with oidc-provider: about half an hour on a quiet machine
  growth             whether Portico slows down with 10 thousand and 1 million access tokens
  purge              how fast expired tokens go while programs refresh, with 1 million of them
  program            what guarding a route costs a program, and what its checks cost the identity service
  soak               a mixed load at 70 % of what the machine can do, for 15 minutes
  passwords          the CPU time of judging new passwords, usual ones and the slowest
  citus              one server beside servers of Citus, which PORTICO_TEST_CITUS_URL names: a quarter of an hour
  commands           the commands of an operator, with a million citizens and ten million events: half an hour
  console            every page of the console on the same: a quarter of an hour
  --against REVISION this working tree beside another commit: CPU time of introspection, refresh, code exchange, sign-in
  --five-million     with growth: 5 million as well; with purge: 5 million
  --minutes N        with soak: this many minutes instead
  --quick            short slices, for development; its figures mean nothing
  --write            writes the tables into docs/performance.md
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
  flags: [...MODES, 'citus', 'commands', 'console', '--quick', '--write', '--five-million'],
  withValue: ['--only', '--minutes', '--against', '--postgres'],
  usage: USAGE,
}

/** Reads the command line. Throws UsageError about the first unknown word. */
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
  if (quick) throw new UsageError('The figures of --quick mean nothing, so --write refuses them.')
  if (only) throw new UsageError('The tables show whole runs, so --write does not work with --only.')
  if (mode === 'citus')
    throw new UsageError('docs/citus.md has the figures of citus, and --write does not write into it.')
  if (mode === 'commands' || mode === 'console')
    throw new UsageError(`--write does not write the figures of ${mode}: their section has them in words.`)
  if (mode === 'against')
    throw new UsageError('No page shows two commits, so --write does not work with --against.')
}

function readMode(given: SortedWords): Options['mode'] {
  const modes: Options['mode'][] = [
    ...MODES,
    'citus' as const,
    'commands' as const,
    'console' as const,
  ].filter(given.has)
  if (given.value('--against') === '') throw new UsageError('--against needs a git revision.')
  if (given.has('--against')) modes.push('against')
  if (modes.length > 1) throw new UsageError(`Use only one of: ${modes.join(', ')}.`)
  return modes[0] ?? 'compare'
}

function readMinutes(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const minutes = given.trim() === '' ? Number.NaN : Number(given)
  if (minutes > 0 && minutes <= MOST_SOAK_MINUTES) return minutes
  throw new UsageError(`--minutes needs a number up to ${MOST_SOAK_MINUTES}, not "${given}".`)
}
