/**
 * Writes values as a PostgreSQL array literal, for `unnest` and `any`. Drivers differ in which arrays they can write.
 */
export function arrayLiteral(values: readonly (string | number | Date | null)[]): string {
  return `{${values.map(elementOf).join(',')}}`
}

function elementOf(value: string | number | Date | null): string {
  if (value === null) return 'null'
  const text = value instanceof Date ? value.toISOString() : String(value)
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
