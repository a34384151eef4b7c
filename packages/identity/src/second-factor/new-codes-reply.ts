import { pageReply, type SignedInRequest } from '../hosted-page/index.ts'
import { script } from '../pages/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { Secret } from '../platform/secret.ts'
import { recoveryCodesPage } from './pages/new-app.ts'

/** The page that shows new recovery codes, once, and when they were made. */
export function newCodesReply(
  { clock, baseUrl }: { readonly clock: Clock; readonly baseUrl: string },
  request: SignedInRequest,
  codes: readonly Secret[],
): Reply {
  const shown = codes.map((code) => code.reveal())
  const view = { codes: shown, madeAt: clock.now(), email: request.citizen.email }
  return pageReply(request, recoveryCodesPage(request.frame, view), undefined, {
    script: baseUrl + script.path,
  })
}
