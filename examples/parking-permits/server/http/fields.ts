import type { FieldErrors } from './problems.ts'

/** A checked value, or what is wrong with it. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: string; readonly message: string }

/** Checks one field. Types are not converted. */
export type Rule<Value> = (given: unknown) => Read<Value>

/** A checked body, or what is wrong with each field. An unknown field is wrong, too. */
export type ReadBody<Shape> =
  | { readonly ok: true; readonly value: Shape }
  | { readonly ok: false; readonly errors: FieldErrors }

/** Checks a JSON body with one rule per field. */
export function readBody<Shape extends object>(
  body: unknown,
  rules: { readonly [Name in keyof Shape]: Rule<Shape[Name]> },
): ReadBody<Shape> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { ok: false, errors: { '': [{ code: 'invalid', message: 'This must be a JSON object.' }] } }
  const given = new Map<string, unknown>(Object.entries(body))
  const errors: Record<string, { message: string; code: string }[]> = {}
  const value: Record<string, unknown> = {}
  for (const [name, rule] of Object.entries<Rule<unknown>>(rules)) {
    const read = given.has(name) ? rule(given.get(name)) : wrong('required', 'This is required.')
    if (read.ok) value[name] = read.value
    else errors[name] = [{ message: read.message, code: read.code }]
    given.delete(name)
  }
  for (const name of given.keys()) errors[name] = [{ code: 'unknown', message: 'This field is not known.' }]
  // Each field of `Shape` has a rule, and each rule has given a value.
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: value as Shape }
}

/** A valid value. */
export const right = <Value>(value: Value): Read<Value> => ({ ok: true, value })

/** A value that is not valid. */
export const wrong = (code: string, message: string): Read<never> => ({ ok: false, code, message })

/** Refuses spaces, control characters, characters that change the text direction, and lone surrogates. */
const ADDRESS = /^[^\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069@<>()[\],;:\\"]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u

/** An e-mail address, in lower case. */
export const emailAddress: Rule<string> = (given) => {
  if (typeof given !== 'string') return wrong('invalid', 'This must be text.')
  const address = given.trim().toLowerCase()
  if (address === '') return wrong('blank', 'This must not be empty.')
  if (address.length > 320) return wrong('too_long', 'This must have at most 320 characters.')
  return ADDRESS.test(address) ? right(address) : wrong('invalid', 'This is not an e-mail address.')
}

/** A password, exactly as it was typed. The maximum length limits the cost of hashing. */
export const password: Rule<string> = (given) => {
  if (typeof given !== 'string' || !given.isWellFormed()) return wrong('invalid', 'This must be text.')
  if (given === '') return wrong('blank', 'This must not be empty.')
  return given.length <= 256 ? right(given) : wrong('too_long', 'This must have at most 256 characters.')
}

/** One of these words. */
export const oneOf =
  <Word extends string>(words: readonly Word[]): Rule<Word> =>
  (given) => {
    const found = words.find((word) => word === given)
    return found === undefined ? wrong('invalid', `This must be one of: ${words.join(', ')}.`) : right(found)
  }
