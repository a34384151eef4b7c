import type { ProgramErrorCode } from '../../wire.ts'
import { statusOfProblem } from '../problem.ts'

/** A JSON Schema (dialect 2020-12), as far as the document uses it. */
export interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly format?: 'uri'
  readonly const?: string | boolean
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false
  readonly allOf?: readonly Schema[]
}

/** A parameter of the query, or a header. */
export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'header'
  readonly required?: boolean
  readonly description: string
  readonly schema: Schema
}

/** What an answer with one status looks like. */
export interface Answer {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

/** An Operation Object of OpenAPI 3.1. */
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** Each entry is one way to prove who asks. An empty one means that nobody has to. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Answer>>
}

interface Body {
  readonly required: true
  readonly content: { readonly 'application/json': { readonly schema: Schema } }
}

/** A component of the document. */
export function component(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

/** A body in JSON. */
export function jsonBody(name: string): Body {
  return { required: true, content: { 'application/json': { schema: component(name) } } }
}

/** An answer in JSON. */
export function jsonAnswer(description: string, name: string): Answer {
  return { description, content: { 'application/json': { schema: component(name) } } }
}

/** An answer that redirects the browser. */
export function redirectAnswer(description: string): Answer {
  return { description, headers: headers('Location') }
}

/** A page for the citizen. */
export function pageAnswer(description: string, ...named: readonly HeaderName[]): Answer {
  return {
    description,
    headers: headers(...named),
    content: { 'text/html': { schema: { type: 'string' } } },
  }
}

/** Most servers answer this themselves, each with its own limit. */
export const TOO_LONG: Readonly<Record<string, Answer>> = {
  431: { description: 'The address and the headers are too long for the server of this program.' },
}

/** The headers that the document explains. */
export const HEADERS = {
  Location: 'Where the browser goes.',
  'Retry-After': 'The seconds to wait before the next try.',
  'WWW-Authenticate': 'The challenge of RFC 6750 section 3.',
  ETag: 'Changes with the document.',
} as const

type HeaderName = keyof typeof HEADERS

/** References to the headers of an answer. */
export function headers(...names: readonly HeaderName[]): NonNullable<Answer['headers']> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** The refusals of an endpoint by their status: which codes it answers. */
export function refusals(...codes: readonly ProgramErrorCode[]): Readonly<Record<string, Answer>> {
  const statuses = new Set(codes.map(statusOfProblem))
  const answers = [...statuses].map((status) => {
    const some = codes.filter((code) => statusOfProblem(code) === status)
    return [String(status), refusalAnswer(status, some)] as const
  })
  return Object.fromEntries(answers)
}

function refusalAnswer(status: number, codes: readonly ProgramErrorCode[]): Answer {
  const schema = {
    allOf: [component('Problem'), { type: 'object', properties: { code: { type: 'string', enum: codes } } }],
  }
  return {
    description: codes.join(', '),
    headers: {
      ...(status === 401 && headers('WWW-Authenticate')),
      ...((status === 429 || status === 503) && headers('Retry-After')),
    },
    content: { 'application/json': { schema } },
  }
}
