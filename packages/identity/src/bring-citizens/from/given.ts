import { isUuid } from '../../platform/uuid.ts'

/** What an export says of one user, by its own names. */
export type Given = Readonly<Record<string, unknown>>

/** What it says by our names. Undefined where it is no person. */
export type Convert = (user: Given) => Given | undefined

/** The object under a name; an empty one for anything else. */
export function objectIn(given: Given, name: string): Given {
  const value = given[name]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** The objects of a list under a name. */
export function objectsIn(given: Given, name: string): readonly Given[] {
  const value = given[name]
  return Array.isArray(value) ? value.map((_, at) => objectIn({ ...value }, String(at))) : []
}

/** The text under a name, or the first of a list of texts; `''` for anything else. */
export function textIn(given: Given, ...names: readonly string[]): string {
  for (const name of names) {
    const value = given[name]
    const first: unknown = Array.isArray(value) ? value[0] : value
    if (typeof first === 'string' && first.trim() !== '') return first
  }
  return ''
}

/** The name of a person whose first and last name are apart; otherwise the first of the other texts. */
export function nameOf(first: string, last: string, ...others: readonly string[]): string {
  const whole = `${first.trim()} ${last.trim()}`.trim()
  return whole === '' ? (others.find((other) => other !== '') ?? '') : whole
}

/** A name by which programs knew somebody, where it is a UUID. Programs are given no other. */
export function uuidOrNone(text: string): string | undefined {
  return isUuid(text.toLowerCase()) ? text : undefined
}

/** Without what is undefined. */
export function told(record: Given): Given {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== ''))
}
