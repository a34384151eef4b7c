/** The types of a statement's parameters. */
export type Serializable = string | number | boolean | Buffer | null | readonly string[]

/** One element of an array parameter. */
export type ArrayElement = string | number | null | Buffer

/**
 * Many values (texts, UUIDs, numbers, bytes) as one array parameter. The driver could do this, too, but in twice the time, and
 * a hot statement has five.
 */
export function arrayOf(values: readonly ArrayElement[]): string {
  let text = ''
  for (const value of values) text += text === '' ? arrayElement(value) : `,${arrayElement(value)}`
  return `{${text}}`
}

const NEEDS_ESCAPING = /[\\"]/

function arrayElement(value: ArrayElement): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return `"\\\\x${value.toString('hex')}"`
  return NEEDS_ESCAPING.test(value)
    ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    : `"${value}"`
}
