import type { Mutant } from '../make/mutant.ts'
import type { Notes } from './notes.ts'
import type { ChosenTests } from './order.ts'

/** What a worker does before the first test of a file, in the time of tests. */
const FILE_COSTS_MILLISECONDS = 1_000

/** Chosen tests, and how long they took. */
export interface Choice {
  readonly tests: readonly ChosenTests[]
  readonly milliseconds: number
}

/** The tests that run the function around a mutant, those of the cheapest file first. */
export function chooseTests(
  { file, functions }: Pick<Mutant, 'file' | 'functions'>,
  notes: readonly Notes[],
): Choice {
  const keys = keysOf({ file, functions }, notes)
  const choices = notes.flatMap((one) => {
    const names = keys.flatMap((key) => one.ran[key] ?? [])
    if (names.length === 0) return []
    const all = Object.keys(one.tests)
    const chosen = names.includes('') ? all : all.filter((name) => names.includes(name))
    const milliseconds = chosen.reduce((sum, name) => sum + (one.tests[name] ?? 0), FILE_COSTS_MILLISECONDS)
    return [{ file: one.file, names: chosen, milliseconds }]
  })
  const sorted = choices.sort((one, other) => one.milliseconds - other.milliseconds)
  return {
    tests: sorted.map(({ file: test, names }) => ({ file: test, names })),
    milliseconds: sorted.reduce((sum, one) => sum + one.milliseconds, 0),
  }
}

/** The innermost function whose name some test has noted; outside of functions, everything of the same source. */
function keysOf(
  { file, functions }: Pick<Mutant, 'file' | 'functions'>,
  notes: readonly Notes[],
): readonly string[] {
  const inner = functions
    .map((name) => `${file}#${name}`)
    .find((key) => notes.some(({ ran }) => ran[key] !== undefined))
  if (inner !== undefined) return [inner]
  if (functions.length > 0) return []
  return notes.flatMap(({ ran }) => Object.keys(ran)).filter((key) => key.startsWith(`${file}#`))
}
