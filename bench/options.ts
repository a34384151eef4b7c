import type { Pace } from './measure/rounds.ts'

/** What the command line asks for. */
export interface Options {
  readonly mode: 'compare' | 'growth'
  readonly pace: Pace
  /** People who are signed in; each slice goes round them. */
  readonly people: number
  /** Names of operations, or `starts`; undefined for everything. */
  readonly only: readonly string[] | undefined
  /** Rows of access tokens of growth mode. */
  readonly sizes: readonly number[]
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
export const USAGE = `npm run bench -- [growth] [--quick] [--only ${PARTS.slice(0, 3).join(',')},…] [--five-million]

  (nothing)        everything, side by side with oidc-provider: about fifteen minutes on a quiet machine
  growth           whether Portico slows down with 10 thousand and 1 million access tokens
  --five-million   with growth: 5 million as well
  --quick          short slices, for developing; its figures are worth nothing
  --only a,b       of ${PARTS.join(', ')}`

const FULL: Pace = { rounds: 5, warmUpSeconds: 5, sliceSeconds: 5 }
const QUICK: Pace = { rounds: 2, warmUpSeconds: 1, sliceSeconds: 1 }

/** The command line is not understood; the message says how it is used. */
export class UsageTrouble extends Error {
  override readonly name = 'UsageTrouble'
}

/** Reads the command line; throws UsageTrouble about the first word that is not understood. */
export function readOptions(words: readonly string[]): Options {
  const quick = words.includes('--quick')
  const rest = words.filter((word) => word !== '--quick')
  const at = rest.indexOf('--only')
  const only = at < 0 ? undefined : readParts(rest[at + 1])
  const plain = at < 0 ? rest : rest.toSpliced(at, 2)
  const unknown = plain.find((word) => word !== 'growth' && word !== '--five-million')
  if (unknown !== undefined) throw new UsageTrouble(`"${unknown}" is not understood.\n${USAGE}`)
  return {
    mode: plain.includes('growth') ? 'growth' : 'compare',
    pace: quick ? QUICK : FULL,
    people: quick ? 64 : 512,
    only,
    sizes: [10_000, quick ? 100_000 : 1_000_000, ...(plain.includes('--five-million') ? [5_000_000] : [])],
  }
}

function readParts(list: string | undefined): readonly string[] {
  const parts = (list ?? '').split(',').filter((part) => part !== '')
  const unknown = parts.find((part) => !PARTS.some((known) => known === part))
  if (parts.length === 0 || unknown !== undefined)
    throw new UsageTrouble(`--only takes a list of ${PARTS.join(', ')}; "${unknown ?? ''}" is none of them.`)
  return parts
}
