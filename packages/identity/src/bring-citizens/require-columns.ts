import { nearest } from '../platform/nearest.ts'
import type { RequireNames } from './csv-records.ts'
import { FIELDS, isNote, NEEDED, sayable } from './read-citizen.ts'
import { recognize, type System } from './recognize.ts'

/** The first line of CSV names other columns than an import reads: no line could be brought. */
export class UnfitColumns extends Error {
  override readonly name = 'UnfitColumns'
}

/** Looks at the names of the columns, where they are not those of another system. Throws UnfitColumns with all that is wrong. */
export function requireColumns(from: System | undefined): RequireNames {
  return (names, line) => {
    if (from ?? recognize(Object.fromEntries(names.map((name) => [name, ''])))) return
    const faults = [
      ...names.filter((name) => name !== '' && !isNote(name) && !FIELDS.includes(name)).map(sayUnknown),
      ...NEEDED.filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
      ...names.filter((name, at) => name !== '' && names.indexOf(name) < at).map(sayTwice),
    ]
    if (faults.length === 0) return
    throw new UnfitColumns(
      `Line ${line} names the columns, and does not fit: ${faults.join('; ')}. Nothing was brought. The columns are: ${FIELDS.join(', ')}.`,
    )
  }
}

function sayUnknown(name: string): string {
  const meant = nearest(name.toLowerCase(), FIELDS)
  return `there is no column ${sayable(name)}${meant === undefined ? '' : `, did you mean ${meant}?`}`
}

const sayTwice = (name: string) => `${sayable(name)} is there twice`
