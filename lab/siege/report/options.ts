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

/** The command line is not understood; the message says how it is used. */
export class UsageTrouble extends Error {
  override readonly name = 'UsageTrouble'
}

/** How the command is used. */
export function usage(stages: readonly string[]): string {
  return `npm run siege -- [--quick] [--only stage,…] [--state DIR] [--fresh] [--write]

  (nothing)       every stage in full: an hour on a small machine; a run that was ended goes on where it was
  --quick         few rounds of everything, for developing
  --only a,b      of ${stages.join(', ')}
  --state DIR     where finished stages are remembered
  --fresh         begins again, whatever was finished
  --write         writes the table to docs/siege.md as well`
}

const FLAGS = ['--quick', '--fresh', '--write']

/** Reads the command line; throws UsageTrouble about the first word that is not understood. */
export function readOptions(words: readonly string[], stages: readonly string[]): Options {
  const values = new Map<string, string>()
  const flags = new Set<string>()
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (FLAGS.includes(word)) flags.add(word)
    else if (word === '--only' || word === '--state')
      values.set(word, valueAfter(words, (index += 1), stages))
    else throw new UsageTrouble(`"${word}" is not understood.\n${usage(stages)}`)
  }
  return {
    size: flags.has('--quick') ? 'quick' : 'full',
    only: readOnly(values.get('--only'), stages),
    stateFolder: values.get('--state'),
    fresh: flags.has('--fresh'),
    write: flags.has('--write'),
  }
}

function valueAfter(words: readonly string[], index: number, stages: readonly string[]): string {
  const value = words[index]
  if (value !== undefined && value !== '' && !value.startsWith('--')) return value
  throw new UsageTrouble(`${words[index - 1]} needs a value.\n${usage(stages)}`)
}

function readOnly(list: string | undefined, stages: readonly string[]): readonly string[] | undefined {
  if (list === undefined) return undefined
  const names = list.split(',').filter((name) => name !== '')
  const unknown = names.find((name) => !stages.includes(name))
  if (names.length === 0 || unknown !== undefined)
    throw new UsageTrouble(`--only takes a list of ${stages.join(', ')}; "${unknown ?? ''}" is none of them.`)
  return names
}
