/** What an error says of itself: a connection refused at several addresses has no words but a code. */
export function errorWords(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.message !== '') return error.message
  return 'code' in error ? String(error.code) : error.name
}
