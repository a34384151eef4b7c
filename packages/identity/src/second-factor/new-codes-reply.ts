import { pageReply, type SignedInRequest } from '../hosted-page/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { Secret } from '../platform/secret.ts'
import { recoveryCodesPage } from './pages/new-app.ts'

/** The page that shows new recovery codes, once, and when they were made. */
export function newCodesReply(
  { clock }: { readonly clock: Clock },
  request: SignedInRequest,
  codes: readonly Secret[],
): Reply {
  const shown = codes.map((code) => code.reveal())
  return pageReply(request, recoveryCodesPage(request.frame, { codes: shown, madeAt: clock.now() }))
}
