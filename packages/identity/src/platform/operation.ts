/** A JSON Schema (dialect 2020-12), as far as our descriptions use it. One with a `title` becomes a component of the document. */
export interface Schema {
  readonly title?: string
  readonly description?: string
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null'
  readonly format?: 'email' | 'uri'
  readonly const?: string | number | boolean
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** `{}` where anything may stand there. */
  readonly additionalProperties?: Schema | false
  readonly propertyNames?: { readonly pattern: string }
  readonly oneOf?: readonly Schema[]
  readonly examples?: readonly (string | number | boolean)[]
}

/** A parameter of the query or of the path, or a header of a request. */
export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly required?: boolean
  readonly description: string
  readonly schema: Schema
}

/** A header of an answer. */
export interface AnswerHeader {
  readonly required?: boolean
  readonly description: string
  readonly schema: Schema
}

/** A body by its media type. */
export type Content = Readonly<Record<string, { readonly schema: Schema }>>

/** What an answer with one status looks like. */
export interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, AnswerHeader>>
  readonly content?: Content
}

/** Who asks: nobody in particular, a client by HTTP Basic, or the bearer of an access token. */
export type Proof = 'none' | 'client' | 'access-token'

/** What the API document says about one route: an Operation Object of OpenAPI 3.1, without the answers that all routes share. */
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tag: 'Accounts' | 'Sign-in' | 'Tokens' | 'About the service'
  /** How problems are answered: `page` in HTML, `api` in JSON, `oauth` as OAuth errors (RFC 6749 section 5.2). */
  readonly audience: 'page' | 'api' | 'oauth'
  readonly proof: Proof
  /** It answers without its database and decides nothing, so that nothing can go wrong. */
  readonly worksAlone?: true
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<number, Answer>>
}

/** A text that the API document explains. */
export function textSchema(description: string, more: Schema = {}): Schema {
  return { type: 'string', description, ...more }
}

/** A whole number from 0. */
export function countSchema(description: string): Schema {
  return { type: 'integer', minimum: 0, description }
}

/** Whether something is so. */
export function booleanSchema(description: string): Schema {
  return { type: 'boolean', description }
}

/** One of these words, each with what it means, or `''`. With their type, the compiler knows whether one is missing. */
export function oneWordOf<Word extends string>(
  means: Readonly<Record<Word, string>>,
  description = '',
): Schema {
  const words = Object.entries<string>(means)
  const told = words
    .filter(([, meaning]) => meaning !== '')
    .map(([word, meaning]) => `\`${word}\`: ${meaning}`)
  const whole = [description, ...(told.length === 0 ? [] : [`${told.join('; ')}.`])].join(' ').trim()
  return {
    type: 'string',
    enum: words.map(([word]) => word),
    ...(whole !== '' && { description: whole }),
  }
}

/** An instant in ISO 8601, in UTC. */
export const INSTANT: Schema = {
  type: 'string',
  description: 'An instant in ISO 8601, in UTC.',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{3})?Z$',
}

/** Such an instant. The description says of what. */
export function instantSchema(description: string): Schema {
  return { ...INSTANT, description }
}

/** A list of these. */
export const listOf = (items: Schema): Schema => ({ type: 'array', items })

/** Values of one kind by names that nobody can list. */
export const mapOf = (additionalProperties: Schema, description: string): Schema => ({
  type: 'object',
  description,
  additionalProperties,
})

/** One of these, or null. */
export const orNull = (schema: Schema): Schema => ({ oneOf: [schema, { type: 'null' }] })

/**
 * An object with these properties. All are required that are not named as optional. A later release may add properties. With the type of a value, the
 * compiler compares the names.
 */
export function objectSchema<Value extends object = Readonly<Record<string, unknown>>>(
  title: string,
  properties: { readonly [Name in keyof Value & string]: Schema },
  optional: readonly (keyof Value & string)[] = [],
): Schema {
  const isOptional = new Set<string>(optional)
  const required = Object.keys(properties).filter((name) => !isOptional.has(name))
  return { title, type: 'object', properties, required }
}

/** The same object with more properties, under a title of its own. */
export function withMore(
  title: string,
  { properties = {}, required = [] }: Schema,
  more: Readonly<Record<string, Schema>>,
): Schema {
  return {
    title,
    type: 'object',
    properties: { ...properties, ...more },
    required: [...required, ...Object.keys(more)],
  }
}

/** The body of a refusal in JSON (contract section 2.4). */
export const DETAIL: Schema = objectSchema('Detail', {
  detail: textSchema('A sentence for people. It may change.'),
})

/** An answer in JSON. */
export function jsonAnswer(description: string, schema: Schema, headers: Answer['headers'] = {}): Answer {
  return { description, headers, content: { 'application/json': { schema } } }
}

/** An answer that is a page. */
export function pageAnswer(description: string): Answer {
  return { description, content: { 'text/html': { schema: { type: 'string' } } } }
}

/** The headers of an answer that asks the caller to wait. */
export const RETRY_AFTER: NonNullable<Answer['headers']> = {
  'Retry-After': {
    required: true,
    description: 'The seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 0 },
  },
}

/** The headers of an answer that says how to prove who asks. */
export const CHALLENGE: NonNullable<Answer['headers']> = {
  'WWW-Authenticate': {
    required: true,
    description: 'The scheme that the endpoint takes (RFC 9110 section 11.6.1).',
    schema: { type: 'string' },
  },
}
