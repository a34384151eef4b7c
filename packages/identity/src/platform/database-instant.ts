/** An instant as PostgreSQL's `to_char` writes it for a place in a list: ISO 8601 in UTC, with microseconds. */
const FORM = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

/** The length of such an instant up to its milliseconds, of which JavaScript's have no more. */
const MILLISECONDS_END = 23

/** Whether this is such an instant. One that no calendar has would be a fault of the database: JavaScript takes the 30th of February for a day of March. */
export function isDatabaseInstant(at: string): boolean {
  if (!FORM.test(at)) return false
  const toMilliseconds = `${at.slice(0, MILLISECONDS_END)}Z`
  const instant = new Date(toMilliseconds)
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === toMilliseconds
}
