import fc from 'fast-check'
import { type ApiDocument, resolved, type Schema } from './document.ts'

/** An object of a schema. */
export type Fields = Readonly<Record<string, unknown>>

/** An object that breaks a schema in one way: the field that is wrong, and how. */
export interface Mutant {
  readonly fields: Fields
  readonly field: string
  readonly how: 'missing' | 'unknown' | 'other type' | 'other text'
}

/** Makes values of a schema, and values that are almost of it. */
export function generatorOf(document: ApiDocument) {
  const valid = (given: Schema): fc.Arbitrary<unknown> => {
    const schema = resolved(document, given)
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    if (schema.oneOf) return fc.oneof(...schema.oneOf.map(valid))
    if (schema.properties) return validObject(schema)
    const kinds = [schema.type ?? []].flat().map((type) => ofType(type, schema))
    return fc.oneof(...kinds)
  }
  const validObject = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<Fields> => {
    const parts = Object.entries(properties).map(([name, schema]) => [name, valid(schema)] as const)
    return fc.record(Object.fromEntries(parts), { requiredKeys: [...required] })
  }
  /** The same with one fault. `sendsText`: every value arrives as text, as in a form. */
  const mutants = (given: Schema, sendsText = false): fc.Arbitrary<Mutant> => {
    const schema = resolved(document, given)
    if (schema.oneOf) return fc.oneof(...schema.oneOf.map((one) => mutants(one, sendsText)))
    const { properties = {}, required = [], additionalProperties } = schema
    const faults = Object.entries(properties).flatMap(([name, one]) =>
      faultsOf(name, resolved(document, one), sendsText),
    )
    return fc
      .oneof(
        ...required.map((field) => fc.constant({ field, how: 'missing' as const, value: undefined })),
        ...faults,
        ...(additionalProperties === false ? [unknownField(Object.keys(properties))] : []),
      )
      .chain((fault) => validObject(schema).map((fields) => spoilt(fields, fault)))
  }
  return { valid, mutants }
}

interface Fault {
  readonly field: string
  readonly how: Mutant['how']
  readonly value: unknown
}

function spoilt(fields: Fields, { field, how, value }: Fault): Mutant {
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field))
  return { fields: how === 'missing' ? others : { ...others, [field]: value }, field, how }
}

function unknownField(known: readonly string[]): fc.Arbitrary<Fault> {
  return fc
    .record({ field: fc.stringMatching(/^[A-Za-z_]{1,20}$/), value: fc.jsonValue() })
    .filter(({ field }) => !known.includes(field))
    .map((fault) => ({ ...fault, how: 'unknown' as const }))
}

function faultsOf(field: string, schema: Schema, sendsText: boolean): readonly fc.Arbitrary<Fault>[] {
  const types = [schema.type ?? []].flat()
  const allowed = types.includes('integer') ? [...types, 'number'] : types
  const others = OTHER_TYPES.filter(([type]) => !allowed.includes(type)).map(([, values]) => values)
  const otherType = sendsText
    ? []
    : [fc.oneof(...others).map((value) => ({ field, how: 'other type' as const, value }))]
  const texts = otherTexts(schema)
  return types.includes('string') && texts
    ? [...otherType, texts.map((value) => ({ field, how: 'other text' as const, value }))]
    : otherType
}

const OTHER_TYPES: readonly (readonly [string, fc.Arbitrary<unknown>])[] = [
  ['string', fc.string()],
  ['boolean', fc.boolean()],
  ['null', fc.constant(null)],
  ['number', fc.integer()],
  ['array', fc.array(fc.string(), { maxLength: 2 })],
  ['object', fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 })],
]

/** Texts that the schema of a text does not allow. Nothing where it allows all. */
function otherTexts(schema: Schema): fc.Arbitrary<string> | undefined {
  const { pattern, maxLength, minLength, const: only } = schema
  if (pattern === undefined && maxLength === undefined && minLength === undefined && only === undefined)
    return undefined
  const any = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', ' ', '\t', '\u200b', 'a', 'mail.example.org'),
  )
  const long =
    maxLength === undefined
      ? []
      : [fc.string({ unit: 'grapheme-ascii', minLength: maxLength + 1, maxLength: maxLength + 50 })]
  return fc.oneof(any, ...long).filter((text) => !fits(schema, text))
}

/** RFC 5321 section 4.5.3.1. */
export const EMAIL = /^[^@\s]{1,64}@[^@\s]{1,255}$/

function fits(schema: Schema, text: string): boolean {
  const { pattern, maxLength = Infinity, minLength = 0, const: only, format } = schema
  const length = [...text].length
  if (only !== undefined) return text === only
  if (format === 'email' && !EMAIL.test(text)) return false
  return length <= maxLength && length >= minLength && new RegExp(pattern ?? '', 'u').test(text)
}

function integerOf({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  return fc.integer({
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
  })
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return integerOf(schema)
  if (type === 'null') return fc.constant(null)
  const { pattern } = schema
  // fast-check makes no texts for patterns with properties of characters.
  const texts =
    pattern === undefined || pattern.includes('\\p') || pattern.includes('\\u')
      ? fc.oneof(
          fc.string({ maxLength: schema.maxLength ?? 40 }),
          fc.string({ unit: 'grapheme', maxLength: schema.maxLength ?? 40 }),
        )
      : fc.stringMatching(new RegExp(pattern))
  return texts.filter((text) => fits(schema, text))
}
