import { namesIn } from './page-tables.ts'

/** A table that people have written, and the names that the code has for one of its columns. */
export interface Listing {
  readonly page: string
  /** How the line with the names of the columns begins. */
  readonly head: string
  /** The column with the names, from 0. */
  readonly column: number
  /** The one row with these names; without it, all of them. */
  readonly row?: string
  /** Each of them has to be there. */
  readonly has: readonly string[]
  /** What else may be there. */
  readonly mayHave?: readonly string[]
  /** The name that is meant by what stands in backticks; undefined where it means none of these. */
  readonly meant?: (written: string) => string | undefined
}

/** The names that the table lacks, and those that the code does not have (any more). */
export interface Differences {
  readonly missing: readonly string[]
  readonly gone: readonly string[]
}

/** Compares a table with the code. Throws where the page has no such table. */
export function compare(text: string, listing: Listing): Differences {
  const { has, mayHave = [], column } = listing
  const told = rowsOf(text, listing).flatMap((row) => namesAt(row, column, listing).map(([, name]) => name))
  const known = new Set([...has, ...mayHave])
  return {
    missing: has.filter((name) => !told.includes(name)),
    gone: told.filter((name) => !known.has(name)),
  }
}

/** The page without the names that the code does not have, and without the rows that had no others. */
export function withoutGone(text: string, listing: Listing): string {
  const gone = new Set(compare(text, listing).gone)
  return rowsOf(text, listing).reduce((page, row) => {
    const names = namesAt(row, listing.column, listing)
    const over = names.filter(([, name]) => gone.has(name))
    if (over.length === 0) return page
    if (over.length === names.length) return page.replace(`${row}\n`, () => '')
    return page.replace(row, () => over.reduce((left, [written]) => withoutName(left, written), row))
  }, text)
}

/** The row without this name and what separated it from its neighbour. */
function withoutName(row: string, written: string): string {
  const name = `\`${written}\``
  const [found = name] = [`, ${name}`, `${name}, `, ` ${name}`].filter((each) => row.includes(each))
  return row.replace(found, '')
}

function rowsOf(text: string, { page, head, row }: Listing): readonly string[] {
  const at = text.indexOf(`\n${head}`)
  if (at === -1) throw new Error(`${page} has no table that begins with ${head}`)
  const [, , ...rows] = (text.slice(at + 1).split('\n\n')[0] ?? '').split('\n')
  const wanted = rows.filter((line) => line.startsWith(row === undefined ? '|' : `| ${row} |`))
  if (row !== undefined && wanted.length === 0)
    throw new Error(`${page} has no row ${row} in the table ${head}`)
  return wanted
}

/** What stands in backticks in a column, and the name that it means. */
function namesAt(
  row: string,
  column: number,
  { meant = (written) => written }: Listing,
): readonly (readonly [written: string, name: string])[] {
  const cell = row.split(/(?<!\\)\|/)[column + 1] ?? ''
  return [...namesIn(cell)].flatMap((written) => {
    const name = meant(written)
    return name === undefined ? [] : [[written, name] as const]
  })
}
