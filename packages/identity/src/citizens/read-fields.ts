import { objectSchema, type Schema, textSchema } from '../platform/operation.ts'
import { readText } from '../platform/plain-text.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { FIT, type TextProblem, UNFIT } from './name.ts'

/** What is wrong with a field of a form or a request (contract section 2.5). */
export type FieldProblem = TextProblem | 'unknown_field' | 'duplicate_field'

/** The problems, by the name of the field. */
export type FieldProblems = ReadonlyMap<string, FieldProblem>

/** The received fields, and the names that came more than once. */
export interface GivenFields {
  readonly fields: ReadonlyMap<string, unknown>
  readonly duplicates: ReadonlySet<string>
}

/** How to read each field. Other fields are refused. */
export type FieldReaders<Fields> = {
  readonly [Name in keyof Fields]: (given: unknown) => Result<Fields[Name], FieldProblem>
}

/** The most problems in a reply. */
const MOST_PROBLEMS = 20

/** Reads exactly these fields. An unknown field and a duplicate are problems, like a wrong value. */
export function readFields<Fields extends object>(
  given: GivenFields,
  readers: FieldReaders<Fields>,
): Result<Fields, FieldProblems> {
  const problems = new Map<string, FieldProblem>()
  const values: Partial<Fields> = {}
  for (const name in readers) {
    const read = readers[name](given.fields.get(name))
    if (read.ok) values[name] = read.value
    else problems.set(name, read.refusal)
  }
  for (const name of given.duplicates) problems.set(name, 'duplicate_field')
  for (const name of given.fields.keys()) {
    if (!Object.hasOwn(readers, name)) problems.set(name, 'unknown_field')
  }
  return problems.size === 0 && isComplete(values, readers)
    ? accepted(values)
    : refused(new Map([...problems].slice(0, MOST_PROBLEMS)))
}

function isComplete<Fields extends object>(
  values: Partial<Fields>,
  readers: FieldReaders<Fields>,
): values is Fields {
  return Object.keys(readers).every((name) => Object.hasOwn(values, name))
}

const MESSAGES: Record<FieldProblem, string> = {
  required: 'This field is required.',
  invalid: 'This is not a valid value.',
  blank: 'This field may not be blank.',
  max_length: 'This value has too many characters.',
  unknown_field: 'There is no such field.',
  duplicate_field: 'This field came more than once.',
}

/** The body of `validationErrors`, for the API document. */
export const VALIDATION_ERRORS: Schema = objectSchema('ValidationErrors', {
  errors: {
    type: 'object',
    description: 'The problems by the name of the field.',
    additionalProperties: {
      type: 'array',
      minItems: 1,
      items: objectSchema('FieldProblem', {
        message: textSchema('A sentence for people. It may change.'),
        code: { type: 'string', enum: Object.keys(MESSAGES) },
      }),
    },
  },
})

/** The validation errors of a reply to a program (contract section 2.5). */
export function validationErrors(problems: FieldProblems): {
  readonly errors: Readonly<
    Record<string, readonly { readonly message: string; readonly code: FieldProblem }[]>
  >
} {
  const errors = [...problems].map(([name, code]) => [name, [{ message: MESSAGES[code], code }]] as const)
  return { errors: Object.fromEntries(errors) }
}

const MOST_CHARACTERS = 20

/** What `readPhoneNumber` accepts, for the API document. It also accepts blanks and invisible characters around it. */
export const PHONE_SCHEMA: Schema = {
  type: 'string',
  description:
    'Any text of at most 20 characters, or empty. It is not verified, and proves nothing. Blanks around it are removed.',
  maxLength: MOST_CHARACTERS,
  pattern: `^${FIT}{0,${MOST_CHARACTERS}}$`,
}

/** What is wrong with a phone number. */
export type PhoneProblem = Extract<TextProblem, 'invalid' | 'max_length'>

/**
 * Reads a phone number of the API or of a form: optional, at most 20 characters, none that breaks the line or reorders text. It need not look like a
 * number: it is not verified, and nobody signs in with it (contract section 2.1).
 */
export function readPhoneNumber(given: unknown): Result<string, PhoneProblem> {
  if (given === undefined) return accepted('')
  if (typeof given !== 'string') return refused('invalid')
  const phone = readText(given, MOST_CHARACTERS)
  return phone.ok && UNFIT.test(phone.value) ? refused('invalid') : phone
}
