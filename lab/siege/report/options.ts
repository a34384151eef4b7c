import { readList, readWords, UsageError } from '../../kit/command-line.ts'

/** The options of the command line. */
export interface Options {
  /** The number of rounds. */
  readonly size: 'quick' | 'full'
  /** Names of stages; undefined for all. */
  readonly only: readonly string[] | undefined
  /** Whether the results are written into docs/siege.md, too. */
  readonly write: boolean
}

const usage = (stages: readonly string[]) => `npm run siege -- [--quick] [--only stage,…] [--write]

  (nothing)       every stage in full: an hour on a small machine
  --quick         few rounds of everything, for developing
  --only a,b      of ${stages.join(', ')}
  --write         writes what these stages saw into docs/siege.md as well`

/** Reads the command line. Throws UsageError about the first unknown word. */
export function readOptions(words: readonly string[], stages: readonly string[]): Options {
  const given = readWords(words, {
    flags: ['--quick', '--write'],
    withValue: ['--only'],
    usage: usage(stages),
  })
  const [size, write] = [given.has('--quick') ? 'quick' : 'full', given.has('--write')] as const
  if (write && size === 'quick') throw new UsageError('A quick run shows little, so --write refuses it.')
  return { size, only: readList(given, '--only', stages), write }
}
