/** The time of the server at the start of the statement, as milliseconds since 1970. It depends on no time zone. */
const SERVER_TIME = `timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) div 1000`

/** Such an insert is sent without these words, and a row with the same key is not an error of it. */
const UNLESS_THERE = ' on conflict do nothing'

/** A statement for the driver: its text with `?`, and the places of its parameters in the order of the text. */
export interface StatementText {
  readonly sql: string
  readonly places: readonly number[]
  /** Whether a row with the same key is no error. */
  readonly unlessThere: boolean
}

/**
 * What the common text of a statement is for MySQL. A limit becomes part of the text, because MySQL takes no other number
 * than a typed integer there. `for share` is written as both servers read it. `key` is a word of MySQL, so the columns of
 * throttles have other names.
 */
export function statementText(text: string, values: readonly unknown[], time = SERVER_TIME): StatementText {
  const places: number[] = []
  const sql = text
    .replace(UNLESS_THERE, '')
    .replaceAll('throttle_key', 'name')
    .replaceAll('throttle_count', 'hits')
    .replaceAll('clock_timestamp()', time)
    .replace(/ for share$/, ' lock in share mode')
    .replace(/\blimit \$(\d+)/g, (_, place) => `limit ${Math.trunc(Number(values[Number(place) - 1]))}`)
    .replace(/\$(\d+)/g, (_, place) => {
      places.push(Number(place) - 1)
      return '?'
    })
  return { sql, places, unlessThere: text.endsWith(UNLESS_THERE) }
}
