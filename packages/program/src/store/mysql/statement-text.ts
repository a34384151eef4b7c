/** The time of the server at the start of the statement, as milliseconds since 1970. It depends on no time zone. */
const SERVER_TIME = `timestampdiff(microsecond, '1970-01-01', utc_timestamp(6)) div 1000`

/** A statement for the driver: its text with `?`, and the places of its parameters in the order of the text. */
export interface StatementText {
  readonly sql: string
  readonly places: readonly number[]
}

/**
 * Translates a statement of this store. `$1` may occur more than once. `clock_timestamp()` is the time of the server. A
 * limit becomes part of the text, because MySQL takes no other number than a typed integer there. `for share` is written as both
 * servers read it.
 */
export function statementText(text: string, values: readonly unknown[], time = SERVER_TIME): StatementText {
  const places: number[] = []
  const sql = text
    .replaceAll('clock_timestamp()', time)
    .replace(/ for share$/, ' lock in share mode')
    .replace(/\blimit \$(\d+)/g, (_, place) => `limit ${Math.trunc(Number(values[Number(place) - 1]))}`)
    .replace(/\$(\d+)/g, (_, place) => {
      places.push(Number(place) - 1)
      return '?'
    })
  return { sql, places }
}
