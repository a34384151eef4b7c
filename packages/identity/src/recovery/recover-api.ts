import { validationErrors } from '../citizens/index.ts'
import { wordsFor } from '../pages/index.ts'
import { json, type Reply } from '../platform/http/reply.ts'
import type { HttpRequest, Route } from '../platform/http/route.ts'
import { refused } from '../platform/result.ts'
import { RECOVER_API_PATH } from './recovery-paths.ts'
import { type RecoveryRefusal, type RequestRecoveryNeeds, requestRecovery } from './request-recovery.ts'

/** The largest body that is read (contract section 8). */
const BODY_LIMIT_BYTES = 8 * 1024

const ACCEPTED = {
  detail: 'If this address belongs to an account, an email with the next step is on its way.',
  verification_required: true,
}

const MAIL_RETRY_SECONDS = 60

/** Recovery for programs (contract sections 2.2 and 4.1). */
export function recoverApi(service: RequestRecoveryNeeds): Route {
  return {
    method: 'POST',
    path: RECOVER_API_PATH,
    audience: 'api',
    bodyLimitBytes: BODY_LIMIT_BYTES,
    handle: (http) => recover(service, http),
  }
}

async function recover(service: RequestRecoveryNeeds, http: HttpRequest): Promise<Reply> {
  const body = http.json()
  const requested = await requestRecovery(service, {
    purpose: 'new-password',
    given: body.ok ? body : refused('unreadable'),
    language: wordsFor(http.header('accept-language')).language,
    origin: { actor: 'anonymous', address: http.address, requestId: http.requestId },
  })
  return requested.ok ? json(202, ACCEPTED) : refusal(requested.refusal)
}

/** The answer to each refusal (contract sections 2.4, 2.5 and 7). */
function refusal(reason: RecoveryRefusal): Reply {
  switch (reason.kind) {
    case 'unreadable':
      return json(400, { detail: 'The body must be one JSON object, sent as application/json in UTF-8.' })
    case 'invalid':
      return json(400, validationErrors(reason.problems))
    case 'too-many':
      return json(
        429,
        { detail: 'There were too many requests. Wait before you try again.' },
        { headers: { 'retry-after': String(reason.retryAfterSeconds) } },
      )
    case 'mail-unavailable':
      return json(
        503,
        { detail: 'Email cannot be sent at this moment, so nothing was sent. Try again in a few minutes.' },
        { headers: { 'retry-after': String(MAIL_RETRY_SECONDS) } },
      )
  }
}
