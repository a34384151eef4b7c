import {
  type Answer,
  type AnswerHeader,
  type Content,
  DETAIL,
  jsonAnswer,
  type Operation,
  type Parameter,
  type Proof,
} from '../platform/operation.ts'
import { type Components, collectComponents, type WrittenSchema } from '../platform/schema-components.ts'

/** A route as the document needs it. */
export interface DescribedRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly operation: Operation
}

/** What the document says about the whole service. */
export interface DocumentHead {
  readonly baseUrl: string
  readonly serviceName: string
  /** The answers that routes share. A route may describe its own answer with the same status. */
  readonly sharedReplies: (operation: Operation) => Readonly<Record<number, Answer>>
}

/** The version of the contract that the service keeps. */
const CONTRACT_VERSION = '1.0.0'

/** The security schemes of OpenAPI that each proof needs. */
const SECURITY: Readonly<Record<Proof, readonly Readonly<Record<string, readonly string[]>>[]>> = {
  none: [],
  client: [{ client: [] }],
  'access-token': [{ accessToken: [] }],
}

const SECURITY_SCHEMES = {
  client: {
    type: 'http',
    scheme: 'basic',
    description:
      'A client, with its id and secret, each form-urlencoded (RFC 6749 section 2.3.1). For backends only.',
  },
  accessToken: { type: 'http', scheme: 'bearer', description: 'The bearer of a central access token.' },
} as const

const TAGS: Readonly<Record<Operation['tag'], string>> = {
  Accounts: 'A citizen asks for an account or for a new password. No password is ever sent here.',
  'Sign-in': 'The browser of a citizen comes from a program.',
  Tokens: 'The backend of a program trades tokens, asks about them and ends them.',
  'About the service': 'What the service says about itself.',
}

const ABOUT = [
  'The interface for programs. The hosted pages are not part of it, because people read them.',
  'A request whose head cannot be read is answered before it reaches an endpoint: with 400, 408, 413, 417 or 431, and without X-Request-Id. A method that an address does not take gets 405 with Allow.',
].join('\n\n')

const REQUEST_ID = {
  required: true,
  description: 'The id of this request in the log.',
  schema: { type: 'string' },
} as const satisfies AnswerHeader

/** The server answers this before it knows the route, so there is no id of the request. */
const TOO_LONG = jsonAnswer('The address and the headers have more than 32 KiB.', DETAIL)

/** A body by its media type, as the document has it. */
export type WrittenContent = Readonly<Record<string, { readonly schema: WrittenSchema }>>

/** The document of OpenAPI 3.1 about these routes. */
export function apiDocument(routes: readonly DescribedRoute[], head: DocumentHead) {
  const components = collectComponents()
  const paths: Record<string, Record<string, WrittenOperation>> = {}
  for (const { method, path, operation } of routes) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: writtenOperation(operation, head, components) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: head.serviceName,
      version: CONTRACT_VERSION,
      description: ABOUT,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: head.baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components.schemas,
      headers: { RequestId: REQUEST_ID },
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

/** The document of OpenAPI 3.1. */
export type ApiDocument = ReturnType<typeof apiDocument>

/** An operation, as the document has it. */
export type WrittenOperation = ReturnType<typeof writtenOperation>

function writtenOperation(operation: Operation, { sharedReplies }: DocumentHead, components: Components) {
  const { operationId, summary, description, tag, proof, parameters = [], requestBody, responses } = operation
  const answers = Object.entries({ ...sharedReplies(operation), ...responses })
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: SECURITY[proof],
    parameters: parameters.map((one) => writtenParameter(one, components)),
    ...(requestBody && {
      requestBody: { required: true, content: writtenContent(requestBody.content, components) },
    }),
    responses: {
      ...Object.fromEntries(answers.map(([status, answer]) => [status, answerWithId(answer, components)])),
      ...(parameters.length > 0 && { 431: writtenAnswer(TOO_LONG, components) }),
    },
  }
}

function writtenParameter(parameter: Parameter, { write }: Components) {
  return { ...parameter, schema: write(parameter.schema) }
}

function answerWithId(answer: Answer, components: Components) {
  const { headers, ...written } = writtenAnswer(answer, components)
  return { ...written, headers: { ...headers, 'X-Request-Id': { $ref: '#/components/headers/RequestId' } } }
}

function writtenAnswer({ description, headers = {}, content }: Answer, components: Components) {
  return { description, headers, ...(content && { content: writtenContent(content, components) }) }
}

function writtenContent(content: Content, { write }: Components): WrittenContent {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [type, { schema: write(schema) }]),
  )
}
