/** A field of a driver's error, or an empty text. `code` is a SQLSTATE or an error code of Node. */
export function fieldOf(error: unknown, name: 'code' | 'severity'): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : ''
}
