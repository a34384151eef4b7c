import { type BringOver, type Migration, numberOf } from './migration.ts'
import type { Tables } from './table.ts'
import { markOf } from './table-marks.ts'

/** The migration that makes the tables of every room in an empty database. */
export function baselineOf(tables: Tables, name: string, bringsOver: BringOver): Migration {
  const number = numberOf(name)
  const made = Object.entries(tables).filter(([, { madeBy }]) => madeBy !== undefined)
  const marks = made.map(([table]) => markOf(table, number))
  return {
    name,
    text: [...made.map(([, { madeBy }]) => madeBy), ...marks].join('\n'),
    number,
    fitsFrom: number,
    needed: 'first',
    way: { kind: 'transaction' },
    bringsOver: { ...bringsOver, text: [bringsOver.text, ...marks].join('\n') },
  }
}

/** The baseline and what came later, in the one order of their numbers. Throws where two have the same number. */
export function inOrder(baseline: Migration, later: readonly Migration[]): readonly Migration[] {
  const ordered = [baseline, ...later].toSorted((one, other) => one.number - other.number)
  for (const [at, { name, number }] of ordered.entries())
    if (ordered[at + 1]?.number === number)
      throw new Error(
        `${name} and ${ordered[at + 1]?.name} have one number: give the later one the next free number`,
      )
  if (ordered[0] !== baseline)
    throw new Error(`${ordered[0]?.name} is older than the baseline ${baseline.name}`)
  return ordered
}
