import type { FastifyReply } from 'fastify'

/** The largest body of a request. */
export const BODY_LIMIT_BYTES = 8_192

/** The status of every refusal of this program's own API, and its reason for developers. The page says it to citizens by its code. */
const PROBLEMS = {
  invalid_fields: [400, 'Please check what you entered.'],
  unreadable: [400, 'The request could not be read.'],
  wrong_password: [
    401,
    'Wrong e-mail address or password. If you have connected this account, sign in with your central account.',
  ],
  not_an_officer: [403, 'Only permit officers may do this.'],
  own_application: [403, 'You cannot decide on your own application.'],
  not_found: [404, 'This address does not exist.'],
  already_applied: [409, 'You have already applied for this car in this zone.'],
  already_decided: [409, 'This application has already been decided.'],
  too_large: [413, `The request is too large. It may have at most ${BODY_LIMIT_BYTES} bytes.`],
  not_json: [415, 'Send JSON, please.'],
  throttled: [429, 'Too many tries. Please wait.'],
  failed: [500, 'Something went wrong here. It is not your fault.'],
  unavailable: [503, 'This is not available right now. Nothing was changed. Please try again.'],
} as const

/** Why a request was refused. */
export type ProblemCode = keyof typeof PROBLEMS

/** What is wrong with each field, by its name. */
export type FieldErrors = Readonly<Record<string, readonly { message: string; code: string }[]>>

/** Sends a refusal, in the format of the sign-in endpoints. */
export function refuse(
  reply: FastifyReply,
  code: ProblemCode,
  extras: { readonly errors?: FieldErrors; readonly retryAfterSeconds?: number } = {},
): FastifyReply {
  const { errors, retryAfterSeconds } = extras
  const [status, detail] = PROBLEMS[code]
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply.code(status).send({ code, detail, request_id: reply.request.id, ...(errors && { errors }) })
}
