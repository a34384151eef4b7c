import { nearest } from '../platform/nearest.ts'
import type { RequireNames } from './csv-records.ts'
import { FIELDS, isNote, NEEDED, sayable } from './read-citizen.ts'
import { recognize, type System } from './recognize.ts'
import { UnfitColumns } from './unfit-columns.ts'

/** Looks at the names of the columns, where they are not those of another system. Throws UnfitColumns with all that is wrong. */
export function requireColumns(from: System | undefined): RequireNames {
  return (names, line) => {
    if (from ?? recognize(Object.fromEntries(names.map((name) => [name, ''])))) return
    const known = names.filter((name) => FIELDS.includes(name))
    // Then it may be a citizen's line, and nothing of it is repeated: each has an address.
    if (known.length === 0 || names.some((name) => name.includes('@')))
      throw new UnfitColumns(`Line ${line} ${NO_NAMES}`)
    const seen = new Set<string>()
    const faults = [
      ...names.filter((name) => name !== '' && !isNote(name) && !FIELDS.includes(name)).map(sayUnknown),
      ...NEEDED.filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
      ...known.filter((name) => seen.size === seen.add(name).size).map(sayTwice),
    ]
    if (faults.length === 0) return
    const first = faults.length > MOST_SAID ? ` (the first ${MOST_SAID} of ${faults.length} faults)` : ''
    throw new UnfitColumns(
      `Line ${line} names the columns, and does not fit${first}`,
      faults.slice(0, MOST_SAID),
    )
  }
}

const MOST_SAID = 20
const NO_NAMES =
  'names no column that an import reads: the line with the names may be missing, or something else than a comma stands between them'

/** What a column is called, and no address, hash or telephone number. */
const COLUMN_NAME = /^[\p{L}_][\p{L}\p{N}_ .-]{0,29}$/u

function sayUnknown(name: string): string {
  if (!COLUMN_NAME.test(name)) return 'there is no column with a name that is no word'
  const meant = nearest(name.toLowerCase(), FIELDS)
  return `there is no column ${sayable(name)}${meant === undefined ? '' : `, did you mean ${meant}?`}`
}

const sayTwice = (name: string) => `${sayable(name)} is there twice`
