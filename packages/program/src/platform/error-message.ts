/** The message of an error. An AggregateError of Node has no message, so its code is used. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.message !== '') return error.message
  return 'code' in error ? String(error.code) : error.name
}
