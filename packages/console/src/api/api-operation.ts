import {
  type HttpRequest,
  type MachineStep,
  type OperatorOrigin,
  objectSchema,
  type Parameter,
  type Result,
  type Role,
  type Schema,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import type { ApiRefusal, ApiRefusalCode } from './api-refusal.ts'

/** Where the API is. */
export const API_PATH = '/admin/v1'

/** A request of a machine that may make it: its body has been checked against the schema. */
export interface ApiRequest {
  readonly http: HttpRequest
  readonly by: OperatorOrigin
  readonly role: Role
  /** The text in the address in this place. */
  place(name: string): string
  /** The text of a member of the body; `''` where it is missing. */
  text(name: string): string
  /** The number of a member of the body. */
  number(name: string): number | undefined
  /** The texts by name of a member of the body; none where it is missing. */
  texts(name: string): Readonly<Record<string, string>>
  /** Under which orders of this key stand. */
  readonly operatorId: string
  /** Claims the idempotency key of the request for a step of this order. Returns the order that has it. */
  claim(step: MachineStep): Promise<Result<string, ApiRefusal>>
}

/** What an operation answers: a value as JSON, or why not. */
export type ApiAnswer = Result<unknown, ApiRefusal>

/** One operation: what the document says of it, and what checks and answers its requests. */
export interface ApiOperation {
  readonly method: 'GET' | 'POST'
  /** Behind `API_PATH`. */
  readonly path: string
  /** The least role of a key. */
  readonly role: Role
  readonly operationId: string
  readonly tag: 'The service' | 'Citizens' | 'Audit'
  readonly summary: string
  readonly description?: string
  /** What stands in the address. */
  readonly places?: readonly Parameter[]
  /** What the body must be. Without it, no body is read. */
  readonly body?: Schema
  readonly answers: Schema
  /** What it refuses beside what every operation does. */
  readonly refuses?: readonly ApiRefusalCode[]
  /** It changes something, so it needs an `Idempotency-Key`. */
  readonly isIdempotent?: true
  /** Whether an answer says that it is not done yet: then its status is 202. */
  readonly isLater?: (value: unknown) => boolean
  readonly answer: (needs: ConsoleNeeds, request: ApiRequest) => Promise<ApiAnswer>
}

/** A body that has these members and no other. */
export function bodySchema(
  title: string,
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  return { ...objectSchema(title, properties, optional), additionalProperties: false }
}
