/** A field of the error that a driver threw, or an empty text: `code` is a SQLSTATE or a code of Node. */
export function fieldOf(error: unknown, name: 'code' | 'severity'): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}
