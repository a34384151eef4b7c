import {
  collectComponents,
  IDEMPOTENCY_KEY,
  objectSchema,
  type Parameter,
  type Schema,
  textSchema,
} from '@portico/identity/parts'
import { API_PATH, type ApiOperation } from './api-operation.ts'
import { API_REFUSALS, type ApiRefusalCode } from './api-refusal.ts'

const ABOUT = [
  'The console for machines. Each request has a key in the header Authorization (RFC 6750 section 2.1): portico operator key add makes one. Cookies and keys in an address are not looked at.',
  'Each look is in the audit, under key# and the name of the key. A body is JSON; a member that is not known here is refused. Ignore members of an answer that you do not know.',
].join('\n\n')

const TAGS: Readonly<Record<ApiOperation['tag'], string>> = {
  'The service': 'How the service is. No citizen.',
  Citizens: 'One citizen at a time. Each request is a look, of which there are so many within an hour.',
  Audit: 'What happened.',
}

/** What every operation refuses. */
const ALWAYS: readonly ApiRefusalCode[] = [
  ...['bad_request', 'unknown_parameter', 'missing_key', 'invalid_key', 'insufficient_role'],
  ...['too_many_wrong_keys', 'too_many_requests', 'server_error', 'proxy_unknown', 'unavailable'],
] as const satisfies readonly ApiRefusalCode[]

/** What an operation with a body refuses, too. */
const WITH_BODY: readonly ApiRefusalCode[] = [
  ...[
    'invalid_json',
    'unknown_field',
    'missing_field',
    'invalid_field',
    'body_too_large',
    'unsupported_media_type',
  ],
] as const satisfies readonly ApiRefusalCode[]

/** Everything that an operation may refuse. */
export function refusalsOf({ body, refuses = [] }: ApiOperation): readonly ApiRefusalCode[] {
  return [...ALWAYS, ...(body ? WITH_BODY : []), ...refuses]
}

const REFUSAL: Schema = objectSchema(
  'Refusal',
  {
    code: { type: 'string', enum: Object.keys(API_REFUSALS), description: 'Why.' },
    detail: textSchema('A sentence for people. It may change.'),
    request_id: textSchema('The number of the request in the log.'),
    field: textSchema('The member of the body that is wrong.'),
  },
  ['field'],
)

const IDEMPOTENT: Parameter = {
  ...{ name: 'Idempotency-Key', in: 'header', required: true },
  description:
    'The same for each try of one request, and another one for every other request. Within a day the same request gets the same order.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
}

const HEADERS: Readonly<Record<number, Readonly<Record<string, Schema>>>> = {
  401: { 'WWW-Authenticate': textSchema('RFC 6750 section 3.') },
  403: { 'WWW-Authenticate': textSchema('RFC 6750 section 3.') },
  429: { 'Retry-After': { type: 'integer', description: 'The seconds to wait.' } },
  503: { 'Retry-After': { type: 'integer', description: 'The seconds to wait.' } },
}

/** The document of OpenAPI 3.1 about these operations, from the same descriptions that check their requests. */
export function adminDocument(
  operations: readonly ApiOperation[],
  { url, serviceName }: { readonly url: string; readonly serviceName: string },
) {
  const { write, schemas } = collectComponents()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const { path, method, operationId, summary, description, tag, role, places, body, answers } = operation
    const parameters = [...(places ?? []), ...(operation.isIdempotent ? [IDEMPOTENT] : [])]
    const answer = { content: jsonOf(write(answers)) }
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...{ operationId, summary, tags: [tag] },
        description: [description, `The least role: ${role}.`].filter(Boolean).join(' '),
        ...(parameters.length > 0 && { parameters }),
        ...(body && { requestBody: { required: true, content: jsonOf(write(body)) } }),
        responses: {
          200: { description: 'The answer.', ...answer },
          ...(operation.isLater && { 202: { description: 'It is not done yet.', ...answer } }),
          ...refusalAnswers(refusalsOf(operation), write(REFUSAL)),
        },
      },
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      ...{ title: `${serviceName} console`, version: '1.0.0', description: ABOUT },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: url + API_PATH }],
    security: [{ key: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'The key of a machine.' } },
    },
  }
}

const jsonOf = (schema: unknown) => ({ 'application/json': { schema } })

/** Codes with one status are one answer. */
function refusalAnswers(codes: readonly ApiRefusalCode[], schema: unknown) {
  const byStatus = Map.groupBy(codes, (code) => API_REFUSALS[code].status)
  const answers = [...byStatus].map(([status, ofStatus]) => {
    const headers = Object.entries(HEADERS[status] ?? {}).map(([name, { description = '', ...one }]) => [
      name,
      { description, required: true, schema: one },
    ])
    return [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${API_REFUSALS[code].detail}`).join('\n\n'),
        ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
        content: jsonOf(schema),
      },
    ] as const
  })
  return Object.fromEntries(answers)
}
