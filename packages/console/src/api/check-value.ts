import type { Schema } from '@portico/identity/parts'
import type { ApiRefusal } from './api-refusal.ts'

/** An answer repeats no more of a name that it does not know. */
const MOST_NAMED = 60

/** Why a value does not fit its schema, and where. Undefined where it does. The document of the API has the same schema, so that it cannot say anything else. */
export function misfit(schema: Schema, value: unknown, field = ''): ApiRefusal | undefined {
  const { type } = schema
  if (type === 'object') return objectMisfit(schema, value, field)
  const fits = type === undefined ? FITS.null : FITS[type]
  return fits(schema, value) ? undefined : { code: 'invalid_field', field }
}

type Fits = (schema: Schema, value: unknown) => boolean

/** The kinds of values that a request may have beside objects. What is missing fits nothing. */
const FITS: Readonly<Record<Exclude<NonNullable<Schema['type']>, 'object'>, Fits>> = {
  string: fitsText,
  integer: ({ minimum = -Infinity, maximum = Infinity }, value) =>
    Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum,
  number: (_, value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (_, value) => typeof value === 'boolean',
  array: () => false,
  null: () => false,
}

/** Whether it is text, and has no control character: PostgreSQL stores no NUL, and all that is asked for is one line. A lone surrogate is no text. */
const isOneLine = (value: string): boolean => value.isWellFormed() && !/\p{Cc}/u.test(value)

/** Lengths are in code points, as JSON Schema counts them. */
function fitsText(
  { minLength = 0, maxLength = Infinity, pattern, enum: choices }: Schema,
  value: unknown,
): boolean {
  if (typeof value !== 'string' || !isOneLine(value)) return false
  const length = [...value].length
  if (length < minLength || length > maxLength) return false
  if (choices !== undefined && !choices.includes(value)) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(value)
}

function objectMisfit(schema: Schema, value: unknown, field: string): ApiRefusal | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { code: 'invalid_field', field }
  const { properties = {}, required = [], additionalProperties = false } = schema
  const given = new Map<string, unknown>(Object.entries(value))
  const schemaOf = (name: string) =>
    (Object.hasOwn(properties, name) && properties[name]) || additionalProperties || {}
  const place = (name: string) => (field === '' ? name : `${field}.${name}`)
  const unknown = [...given.keys()].find((name) => !additionalProperties && !Object.hasOwn(properties, name))
  if (unknown !== undefined) return { code: 'unknown_field', field: place(unknown.slice(0, MOST_NAMED)) }
  const missing = required.find((name) => !given.has(name))
  if (missing !== undefined) return { code: 'missing_field', field: place(missing) }
  const faults = [...given].map(([name, part]) => misfit(schemaOf(name), part, place(name)))
  return faults.find((fault) => fault !== undefined)
}
