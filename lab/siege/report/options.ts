import { readList, readWords, UsageError } from '../../kit/command-line.ts'

/** What the command line asks for. */
export interface Options {
  /** How much is tried. */
  readonly size: 'quick' | 'full'
  /** Names of stages; undefined for all. */
  readonly only: readonly string[] | undefined
  /** Writes what was seen into docs/siege.md as well. */
  readonly write: boolean
}

const usage = (stages: readonly string[]) => `npm run siege -- [--quick] [--only stage,…] [--write]

  (nothing)       every stage in full: an hour on a small machine
  --quick         few rounds of everything, for developing
  --only a,b      of ${stages.join(', ')}
  --write         writes what these stages saw into docs/siege.md as well`

/** Reads the command line; throws UsageError about the first word that is not understood. */
export function readOptions(words: readonly string[], stages: readonly string[]): Options {
  const given = readWords(words, {
    flags: ['--quick', '--write'],
    withValue: ['--only'],
    usage: usage(stages),
  })
  const [size, write] = [given.has('--quick') ? 'quick' : 'full', given.has('--write')] as const
  if (write && size === 'quick') throw new UsageError('A quick run shows little, so --write takes none.')
  return { size, only: readList(given, '--only', stages), write }
}
