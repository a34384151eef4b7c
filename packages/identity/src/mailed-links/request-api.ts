import { validationErrors } from '../citizens/index.ts'
import { originOf } from '../hosted-page/index.ts'
import { wordsFor } from '../pages/index.ts'
import { json, type Reply } from '../platform/http/reply.ts'
import type { HttpRequest, Route } from '../platform/http/route.ts'
import { refused } from '../platform/result.ts'
import type { LinkRequestRefusal } from './request-link.ts'
import type { RequestForm } from './request-pages.ts'

/** The largest body (contract section 8). */
const BODY_LIMIT_BYTES = 8 * 1024

const MAIL_RETRY_SECONDS = 60

/** The API for requesting links of one kind, and the answer when a mail may be sent. */
export interface RequestEndpoint<Service> extends Pick<RequestForm<Service>, 'request'> {
  readonly path: string
  readonly detail: string
}

/** The API that requests a link (contract sections 2.1, 2.2 and 4.1). */
export function requestApi<Service>(service: Service, endpoint: RequestEndpoint<Service>): Route {
  return {
    method: 'POST',
    path: endpoint.path,
    audience: 'api',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    handle: (http) => answer(service, endpoint, http),
  }
}

async function answer<Service>(
  service: Service,
  { detail, request }: RequestEndpoint<Service>,
  http: HttpRequest,
): Promise<Reply> {
  const body = http.json()
  const requested = await request(service, {
    given: body.ok ? body : refused('unreadable'),
    language: wordsFor(http.header('accept-language')).language,
    origin: originOf(http, 'anonymous'),
  })
  return requested.ok ? json(202, { detail, verification_required: true }) : refusalReply(requested.refusal)
}

/** The answer to each refusal (contract sections 2.4, 2.5 and 7). */
function refusalReply(refusal: LinkRequestRefusal): Reply {
  if (refusal === 'unreadable')
    return json(400, { detail: 'The body must be one JSON object, sent as application/json in UTF-8.' })
  if (refusal === 'mail-unavailable')
    return json(
      503,
      { detail: 'Email cannot be sent at this moment, so nothing was sent. Try again in a few minutes.' },
      { headers: { 'retry-after': String(MAIL_RETRY_SECONDS) } },
    )
  if ('problems' in refusal) return json(400, validationErrors(refusal.problems))
  return json(
    429,
    { detail: 'There were too many requests. Wait before you try again.' },
    { headers: { 'retry-after': String(refusal.retryAfterSeconds) } },
  )
}
