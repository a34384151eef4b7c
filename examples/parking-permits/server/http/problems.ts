import type { FastifyReply } from 'fastify'

/** Every refusal of this program's own API, as HTTP says it; one without a line here does not compile. */
const PROBLEMS = {
  invalid_fields: [400, 'Please check what you entered.'],
  unreadable: [400, 'The request could not be read.'],
  wrong_password: [
    401,
    'Wrong e-mail address or password. Once an account is connected, it is opened with the central account alone.',
  ],
  not_an_officer: [403, 'Only permit officers may do this.'],
  own_application: [403, 'Nobody decides on an application of their own.'],
  not_found: [404, 'There is nothing here.'],
  already_applied: [409, 'You have applied for this car in this zone already.'],
  already_decided: [409, 'Somebody has decided on this application already.'],
  too_large: [413, 'The request is too large.'],
  not_json: [415, 'Send JSON, please.'],
  throttled: [429, 'Too many tries. Please wait.'],
  failed: [500, 'Something went wrong here. It is not your fault.'],
  unavailable: [503, 'This is not available right now. Nothing was changed; please try again.'],
} as const

/** Why a request was refused. */
export type ProblemCode = keyof typeof PROBLEMS

/** What is wrong with each field, in the words of a form. */
export type FieldErrors = Readonly<Record<string, readonly { message: string; code: string }[]>>

/** Answers with a refusal, in the form that the sign-in endpoints use too. */
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
