import { readWords, UsageError } from '../kit/command-line.ts'

/** The options of the command line. */
export interface Options {
  /** Only what the branch has changed against `main`. */
  readonly changed: boolean
  /** The room, such as `passkeys`; `store` for the store of a program. Undefined for all. */
  readonly room: string | undefined
  /** Files and folders, in the order in which they are tried. Empty for all. */
  readonly only: readonly string[]
  /** The most mutants to try. */
  readonly limit: number
  /** How many are tried at once. */
  readonly workers: number
  /** Whether the results are written into docs/mutants.md. */
  readonly write: boolean
}

const MOST_WORKERS = 2

const USAGE = `npm run mutants -- [--changed] [--room NAME] [--only PATH,…] [--limit N] [--workers N] [--write]

  (nothing)      leaves out each condition, lock and "on conflict" of every statement: hours
  --changed      only in the statements that this branch has changed against main
  --room NAME    only in one room, such as passkeys; store for the store of a program
  --only PATH,…  only in these files and folders, in this order
  --limit N      tries at most N of them; the next run goes on
  --workers N    1, or the default of ${MOST_WORKERS}: each uses a core
  --write        writes the results, with those of earlier runs, into docs/mutants.md`

const KNOWN = {
  flags: ['--changed', '--write'],
  withValue: ['--room', '--only', '--limit', '--workers'],
  usage: USAGE,
}

/** Reads the command line. Throws UsageError about the first unknown word. */
export function readOptions(words: readonly string[]): Options {
  const given = readWords(words, KNOWN)
  return {
    changed: given.has('--changed'),
    room: given.value('--room'),
    only: (given.value('--only') ?? '').split(',').filter((path) => path !== ''),
    limit: readNumber(given.value('--limit'), '--limit') ?? Number.POSITIVE_INFINITY,
    workers: Math.min(readNumber(given.value('--workers'), '--workers') ?? MOST_WORKERS, MOST_WORKERS),
    write: given.has('--write'),
  }
}

function readNumber(text: string | undefined, word: string): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new UsageError(`${word} needs a number from 1, not "${text}".\n${USAGE}`)
}
