/** What a statement may take as a parameter. */
export type Serializable = string | number | boolean | Buffer | null | readonly string[]

/** Many byte strings as one `bytea[]` parameter. */
export function byteaArray(values: readonly Buffer[]): string {
  return `{${values.map((value) => `"\\\\x${value.toString('hex')}"`).join(',')}}`
}

/** Many plain words (ids, UUIDs, numbers) as one array parameter; each is quoted. */
export function arrayOf(values: readonly (string | number | null)[]): string {
  return `{${values.map(arrayElement).join(',')}}`
}

const NEEDS_ESCAPING = /[\\"]/

function arrayElement(value: string | number | null): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return String(value)
  return NEEDS_ESCAPING.test(value)
    ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    : `"${value}"`
}
