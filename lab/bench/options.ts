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

/** What can be asked for by `--only`. */
export const PARTS = [
  'starts',
  'introspection',
  'userinfo',
  'authorize',
  'refresh',
  'code-exchange',
  'sign-in',
  'registration',
] as const

/** How the command is used. */
export const USAGE = `npm run bench -- [growth|program|processes|soak] [--quick] [--write] [--only ${PARTS.slice(0, 2).join(',')},…]

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

const FULL: Pace = { rounds: 5, warmUpSeconds: 5, sliceSeconds: 5, tries: 4 }
const QUICK: Pace = { rounds: 2, warmUpSeconds: 1, sliceSeconds: 1, tries: 1 }

const SOAK_MINUTES = { full: 15, quick: 0.5 } as const
const MOST_SOAK_MINUTES = 24 * 60

/** The command line is not understood; the message says how it is used. */
export class UsageTrouble extends Error {
  override readonly name = 'UsageTrouble'
}

/** Reads the command line; throws UsageTrouble about the first word that is not understood. */
export function readOptions(words: readonly string[]): Options {
  const { values, flags } = sorted(words)
  const quick = flags.has('--quick')
  const only = readParts(values.get('--only'))
  const write = flags.has('--write')
  if (write) refuseToWrite({ quick, only })
  const modes = MODES.filter((mode) => flags.has(mode))
  if (modes.length > 1) throw new UsageTrouble(`One at a time: ${modes.join(' or ')}.`)
  return {
    mode: modes[0] ?? 'compare',
    pace: quick ? QUICK : FULL,
    quick,
    people: quick ? 64 : 512,
    only,
    sizes: [10_000, quick ? 100_000 : 1_000_000, ...(flags.has('--five-million') ? [5_000_000] : [])],
    minutes: readMinutes(values.get('--minutes'), quick),
    write,
    generator: readGenerator(values.get('--generator')),
    postgres: readPostgres(values.get('--postgres')),
  }
}

function refuseToWrite({ quick, only }: Pick<Options, 'quick' | 'only'>): void {
  if (quick) throw new UsageTrouble('The figures of --quick are worth nothing, so --write takes none.')
  if (only !== undefined)
    throw new UsageTrouble('The tables are those of whole runs, so --write takes no --only.')
}

const WITH_VALUE = ['--only', '--minutes', '--generator', '--postgres']
const FLAGS: readonly string[] = [...MODES, '--quick', '--write', '--five-million']

function sorted(words: readonly string[]): {
  readonly values: ReadonlyMap<string, string>
  readonly flags: ReadonlySet<string>
} {
  const values = new Map<string, string>()
  const flags = new Set<string>()
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (WITH_VALUE.includes(word)) {
      at += 1
      values.set(word, words[at] ?? '')
    } else if (FLAGS.includes(word)) flags.add(word)
    else throw new UsageTrouble(`"${word}" is not understood.\n${USAGE}`)
  }
  return { values, flags }
}

function readParts(list: string | undefined): readonly string[] | undefined {
  if (list === undefined) return undefined
  const parts = list.split(',').filter((part) => part !== '')
  const unknown = parts.find((part) => !PARTS.some((known) => known === part))
  if (parts.length === 0 || unknown !== undefined)
    throw new UsageTrouble(`--only takes a list of ${PARTS.join(', ')}; "${unknown ?? ''}" is none of them.`)
  return parts
}

function readMinutes(given: string | undefined, quick: boolean): number {
  if (given === undefined) return quick ? SOAK_MINUTES.quick : SOAK_MINUTES.full
  const minutes = given.trim() === '' ? Number.NaN : Number(given)
  if (!(minutes > 0 && minutes <= MOST_SOAK_MINUTES))
    throw new UsageTrouble(`--minutes takes a number up to ${MOST_SOAK_MINUTES}, not "${given}".`)
  return minutes
}

function readGenerator(given: string | undefined): Options['generator'] {
  if (given === undefined || given === 'own' || given === 'wrk') return given
  throw new UsageTrouble(`--generator takes own or wrk, not "${given}".`)
}

function readPostgres(given: string | undefined): Options['postgres'] {
  if (given === undefined || given === 'machine' || given === 'embedded') return given ?? 'machine'
  throw new UsageTrouble(`--postgres takes machine or embedded, not "${given}".`)
}
