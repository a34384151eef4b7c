import { validationErrors } from '../citizens/index.ts'
import { originOf, retryHeaders, statusOf } from '../hosted-page/index.ts'
import { wordsFor } from '../pages/index.ts'
import { json } from '../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../platform/http/route.ts'
import { refused } from '../platform/result.ts'
import type { LinkRequest, LinkRequestRefusal } from './request-link.ts'
import { type DescribedRequest, requestOperation } from './request-operation.ts'
import type { RequestForm } from './request-pages.ts'

/** The largest body (contract section 8). */
const BODY_LIMIT_BYTES = 8 * 1024

/** The API for requesting links of one kind, and the answer when a mail may be sent. */
export interface RequestEndpoint extends Pick<RequestForm, 'request'> {
  readonly path: string
  readonly detail: string
  readonly described: DescribedRequest
}

/** The API that requests a link (contract sections 2.1, 2.2 and 4.1). */
export function requestApi({ path, detail, request, described }: RequestEndpoint): Route {
  return {
    ...route('POST', path, requestOperation(described), async (http) => {
      const requested = await request(readBody(http))
      if (requested.ok) return json(202, { detail, verification_required: true })
      const { refusal } = requested
      return json(statusOf(refusal), refusalBody(refusal), { headers: retryHeaders(refusal) })
    }),
    bodyLimitBytes: BODY_LIMIT_BYTES,
  }
}

function readBody(http: HttpRequest): LinkRequest {
  const body = http.json()
  return {
    given: body.ok ? body : refused('unreadable'),
    language: wordsFor(http.header('accept-language')).language,
    origin: originOf(http, 'anonymous'),
    code: 'no-code',
  }
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
