/**
 * Values as text of PostgreSQL's own, in both directions. A program may share its client with others who set parsers,
 * serializers or names of columns of their own (drizzle-orm does). None of these may change what this store reads and writes.
 */

/** The parsers of a `pg` statement. */
export interface ParsersOfStatement {
  getTypeParser(oid: number, format?: string): (text: string) => unknown
}

const BOOLEAN = 16
const BYTES = 17
const NUMBERS = new Set([21, 23, 26, 700, 701])
const JSON_TYPES = new Set([114, 3802])
const INSTANTS = new Set([1114, 1184])

const asIs = (text: string): unknown => text

/** Reads the text form of a type. A `bigint` stays text, because it may be more than a number can hold. */
export function parserOf(oid: number): (text: string) => unknown {
  if (oid === BOOLEAN) return (text) => text === 't'
  if (oid === BYTES) return bytesIn
  if (NUMBERS.has(oid)) return Number
  if (JSON_TYPES.has(oid)) return (text): unknown => JSON.parse(text)
  return INSTANTS.has(oid) ? instantIn : asIs
}

/** For `pg`: the same parsers, whatever `pg.types` says. */
export const OWN_PARSERS: ParsersOfStatement = { getTypeParser: parserOf }

function bytesIn(text: string): unknown {
  return text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex') : text
}

const ISO_STYLE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)([+-]\d\d)?(:?\d\d)?$/

/** `2026-01-02 03:04:05.678+00`, the style ISO of a connection. Another style stays text, which no reader accepts. */
function instantIn(text: string): unknown {
  const [, date, time, hours = '+00', minutes = ':00'] = ISO_STYLE.exec(text) ?? []
  return date === undefined ? text : new Date(`${date}T${time}${hours}${minutes}`)
}

/** A parameter as text, and null as null. */
export function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
  return String(value)
}

/**
 * The statement in which each instant and each value of bytes arrives as text. postgres.js otherwise writes a parameter
 * with the serializer of its type, which the program may have replaced.
 */
export function withTextParameters(text: string, values: readonly unknown[]): string {
  return text.replace(/\$(\d+)/g, (place, digits: string) => {
    const value = values[Number(digits) - 1]
    if (value instanceof Date) return `${place}::text::timestamptz`
    return value instanceof Uint8Array ? `decode(${place}::text, 'hex')` : place
  })
}
