import type { FieldErrors } from './problems.ts'

/** A value as it was understood, or what is wrong with it. */
export type Read<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: string; readonly message: string }

/** Understands one field; strings stay strings, nothing is converted. */
export type Rule<Value> = (given: unknown) => Read<Value>

/** What a body says, or what is wrong with each field; a field that nobody asked for is wrong as well. */
export type ReadBody<Shape> =
  | { readonly ok: true; readonly value: Shape }
  | { readonly ok: false; readonly errors: FieldErrors }

/** Reads a JSON body by one rule per field. */
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
  for (const name of given.keys()) errors[name] = [{ code: 'unknown', message: 'This is not known here.' }]
  // Each field of `Shape` has a rule, and each rule has given a value.
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: value as Shape }
}

/** A value that was understood. */
export const right = <Value>(value: Value): Read<Value> => ({ ok: true, value })

/** A value that was not. */
export const wrong = (code: string, message: string): Read<never> => ({ ok: false, code, message })

/** No spaces, no control characters, none that turn the direction of text around, no half of a character. */
const ADDRESS = /^[^\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069@<>()[\],;:\\"]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/u

/** An e-mail address, in lower case. */
export const emailAddress: Rule<string> = (given) => {
  if (typeof given !== 'string') return wrong('invalid', 'This must be text.')
  const address = given.trim().toLowerCase()
  if (address === '') return wrong('blank', 'This must not be empty.')
  if (address.length > 320) return wrong('too_long', 'At most 320 characters, please.')
  return ADDRESS.test(address) ? right(address) : wrong('invalid', 'This is not an e-mail address.')
}

/** A password, exactly as it was typed; the upper limit keeps hashing cheap. */
export const password: Rule<string> = (given) => {
  if (typeof given !== 'string' || !given.isWellFormed()) return wrong('invalid', 'This must be text.')
  if (given === '') return wrong('blank', 'This must not be empty.')
  return given.length <= 256 ? right(given) : wrong('too_long', 'At most 256 characters, please.')
}

/** One of some words. */
export const oneOf =
  <Word extends string>(words: readonly Word[]): Rule<Word> =>
  (given) => {
    const found = words.find((word) => word === given)
    return found === undefined ? wrong('invalid', `This must be one of: ${words.join(', ')}.`) : right(found)
  }
