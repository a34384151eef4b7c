import {
  type HttpProblem,
  json,
  PROBLEM_DETAIL,
  PROBLEM_STATUS,
  type Reply,
  refusing,
} from '@portico/identity/parts'

/** Every refusal of the API: its status, and a sentence for people, which may change. */
export const API_REFUSALS = {
  bad_request: { status: PROBLEM_STATUS['bad-request'], detail: PROBLEM_DETAIL['bad-request'] },
  invalid_json: { status: 400, detail: 'The body is not a JSON object in UTF-8, or has a name twice.' },
  unknown_field: { status: 400, detail: 'The body has a member that is not known here.' },
  missing_field: { status: 400, detail: 'The body lacks a member.' },
  invalid_field: { status: 400, detail: 'A member of the body is not what it must be.' },
  unknown_parameter: {
    status: 400,
    detail:
      'The address has a query. What is asked for stands in the body, and a key in the header Authorization.',
  },
  body_too_large: { status: PROBLEM_STATUS['too-large'], detail: PROBLEM_DETAIL['too-large'] },
  missing_key: { status: 401, detail: 'Send a key: Authorization: Bearer …' },
  invalid_key: { status: 401, detail: 'No machine has this key now.' },
  insufficient_role: { status: 403, detail: 'The role of this key does not reach this.' },
  unknown_order: { status: 404, detail: 'This key has no such order.' },
  missing_idempotency_key: { status: 400, detail: 'Send the header Idempotency-Key: it changes something.' },
  invalid_idempotency_key: {
    status: 400,
    detail: 'Idempotency-Key is a text of 16 to 128 characters in double quotes.',
  },
  request_under_way: {
    status: 409,
    detail: 'A request of this key is under way, such as the same one. Try again in a moment.',
  },
  order_under_way: {
    status: 409,
    detail: 'Another order of this key is under way. They come one after the other.',
  },
  order_not_told: { status: 409, detail: 'There is nothing to say yes to: it is not told yet, or is over.' },
  idempotency_key_reused: { status: 422, detail: 'This Idempotency-Key came with another request.' },
  not_found: { status: PROBLEM_STATUS['not-found'], detail: PROBLEM_DETAIL['not-found'] },
  unknown_citizen: { status: 404, detail: 'No account has this subject.' },
  method_not_allowed: {
    status: PROBLEM_STATUS['method-not-allowed'],
    detail: PROBLEM_DETAIL['method-not-allowed'],
  },
  unsupported_media_type: {
    status: 415,
    detail: 'The body must be application/json, in UTF-8 and not packed.',
  },
  too_many_wrong_keys: { status: 429, detail: 'Too many wrong keys came from this network.' },
  too_many_requests: { status: 429, detail: 'This key has asked too often within a minute.' },
  too_many_looks: {
    status: 429,
    detail: 'This key has had as many looks at citizens within an hour as there may be.',
  },
  one_at_a_time: {
    status: 429,
    detail: 'This key has another look under way. They come one after the other.',
  },
  server_error: { status: PROBLEM_STATUS['server-error'], detail: PROBLEM_DETAIL['server-error'] },
  proxy_unknown: {
    status: 500,
    detail: 'A proxy that PORTICO_CONSOLE_TRUSTED_PROXIES does not name passes requests on.',
  },
  unavailable: { status: PROBLEM_STATUS.unavailable, detail: PROBLEM_DETAIL.unavailable },
} as const satisfies Record<string, { readonly status: number; readonly detail: string }>

/** The code of a refusal. */
export type ApiRefusalCode = keyof typeof API_REFUSALS

/** Why a request is refused: the code, the member that is wrong, and after how many seconds to try again. */
export interface ApiRefusal {
  readonly code: ApiRefusalCode
  readonly field?: string
  readonly retryAfterSeconds?: number
}

const REALM = 'Bearer realm="portico-console"'

/** The challenges of RFC 6750 section 3: no error where no key came. */
const CHALLENGES: Readonly<Partial<Record<ApiRefusalCode, string>>> = {
  missing_key: REALM,
  invalid_key: `${REALM}, error="invalid_token"`,
  insufficient_role: `${REALM}, error="insufficient_scope"`,
}

/** The answer to a refused request. The log has the code. */
export function refusalReply(
  { code, field, retryAfterSeconds }: ApiRefusal,
  { requestId }: { readonly requestId: string },
): Reply {
  const { status, detail } = API_REFUSALS[code]
  const challenge = CHALLENGES[code]
  const headers = {
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  }
  const body = { code, detail, request_id: requestId, ...(field !== undefined && { field }) }
  return refusing(json(status, body, { headers }), code)
}

const OF_PROBLEMS: Readonly<Record<HttpProblem, ApiRefusalCode>> = {
  'bad-request': 'bad_request',
  'too-large': 'body_too_large',
  'not-found': 'not_found',
  'method-not-allowed': 'method_not_allowed',
  unavailable: 'unavailable',
  'server-error': 'server_error',
}

/** The answer to a problem that the server has found before or beside a route. */
export function problemRefusal(problem: HttpProblem, request: { readonly requestId: string }): Reply {
  return refusalReply({ code: OF_PROBLEMS[problem] }, request)
}
