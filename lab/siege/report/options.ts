import { readList, readWords, UsageError } from '../../kit/command-line.ts'

/** How much a run tries. */
export type Size = 'quick' | 'full'

/** What the command line asks for. */
export interface Options {
  readonly size: Size
  /** Names of stages; undefined for all. */
  readonly only: readonly string[] | undefined
  /** Where finished stages are remembered; undefined for a folder of the system's. */
  readonly stateFolder: string | undefined
  /** Forgets what earlier runs finished. */
  readonly fresh: boolean
  /** Writes the table to docs/siege.md as well. */
  readonly write: boolean
}

const usage = (
  stages: readonly string[],
) => `npm run siege -- [--quick] [--only stage,…] [--state DIR] [--fresh] [--write]

  (nothing)       every stage in full: an hour on a small machine; a run that was ended goes on where it was
  --quick         few rounds of everything, for developing
  --only a,b      of ${stages.join(', ')}
  --state DIR     where finished stages are remembered
  --fresh         begins again, whatever was finished
  --write         writes the table to docs/siege.md as well`

/** Reads the command line; throws UsageError about the first word that is not understood. */
export function readOptions(words: readonly string[], stages: readonly string[]): Options {
  const flags = ['--quick', '--fresh', '--write']
  const given = readWords(words, { flags, withValue: ['--only', '--state'], usage: usage(stages) })
  if (given.value('--state') === '') throw new UsageError(`--state takes a folder.\n${usage(stages)}`)
  return {
    size: given.has('--quick') ? 'quick' : 'full',
    only: readList(given, '--only', stages),
    stateFolder: given.value('--state'),
    fresh: given.has('--fresh'),
    write: given.has('--write'),
  }
}
