/**
 * Writes values as a PostgreSQL array literal, for `unnest` and `any`. The drivers write arrays in different ways, and
 * not of every type.
 */
export function arrayLiteral(values: readonly (string | number | Date | null)[]): string {
  return `{${values.map(elementOf).join(',')}}`
}

function elementOf(value: string | number | Date | null): string {
  if (value === null) return 'null'
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
