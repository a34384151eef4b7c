import { validationErrors } from '../citizens/index.ts'
import { originOf, retryHeaders, statusOf } from '../hosted-page/index.ts'
import { wordsFor } from '../pages/index.ts'
import { json, type Reply } from '../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../platform/http/route.ts'
import { type Result, refused } from '../platform/result.ts'
import type { LinkRequest, LinkRequestRefusal, SentLink } from './request-link.ts'
import { type DescribedRequest, requestOperation } from './request-operation.ts'

/** The largest body (contract section 8). */
const BODY_LIMIT_BYTES = 8 * 1024

/** The API that requests a link (contract sections 2.1, 2.2 and 4.1). */
export function requestApi(
  path: string,
  described: DescribedRequest,
  answer: (http: HttpRequest) => Promise<Reply>,
): Route {
  return {
    ...route('POST', path, requestOperation(described), answer),
    bodyLimitBytes: BODY_LIMIT_BYTES,
  }
}

/** The body of a request to the API. Its mail has no code, because no browser is there to type it. */
export function readRequestBody(http: HttpRequest): LinkRequest {
  const body = http.json()
  return {
    given: body.ok ? body : refused('unreadable'),
    language: wordsFor(http.header('accept-language')).language,
    origin: originOf(http, 'anonymous'),
    code: 'no-code',
  }
}

/** The answer of the API: this sentence where a mail may be sent. */
export function requestApiReply(requested: Result<SentLink, LinkRequestRefusal>, detail: string): Reply {
  if (requested.ok) return json(202, { detail, verification_required: true })
  const { refusal } = requested
  return json(statusOf(refusal), refusalBody(refusal), { headers: retryHeaders(refusal) })
}

/** The body of the answer to each refusal (contract sections 2.4, 2.5 and 7). */
function refusalBody(refusal: LinkRequestRefusal): object {
  if (refusal === 'unreadable')
    return { detail: 'The body must be one JSON object, sent as application/json in UTF-8.' }
  if (refusal === 'mail-unavailable')
    return {
      detail: 'Email cannot be sent at this moment, so nothing was sent. Try again in a few minutes.',
    }
  if ('problems' in refusal) return validationErrors(refusal.problems)
  return { detail: 'There were too many requests. Wait before you try again.' }
}
