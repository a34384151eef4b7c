/** What a statement may take as a parameter. */
export type Serializable = string | number | boolean | Buffer | null | readonly string[]

/** One element of an array parameter. */
export type ArrayElement = string | number | null | Buffer

/** Many values (words, UUIDs, numbers, bytes) as one array parameter, written in one go because hot paths send five each. */
export function arrayOf(values: readonly ArrayElement[]): string
export function arrayOf<Value>(
  values: readonly Value[],
  read: (value: Value, index: number) => ArrayElement,
): string
export function arrayOf<Value>(
  values: readonly Value[],
  read = (value: Value, _index: number) => value as ArrayElement,
): string {
  let text = '{'
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) text += ','
    text += arrayElement(read(values[index] as Value, index))
  }
  return `${text}}`
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
