import type { Route } from '../platform/http/route.ts'
import { type ConfirmPagesNeeds, confirmPages } from './confirm-pages.ts'
import { recoverApi } from './recover-api.ts'
import { type RecoverPagesNeeds, recoverPages } from './recover-pages.ts'

/** What recovery needs. */
export type RecoveryService = RecoverPagesNeeds & ConfirmPagesNeeds

/** Recovery by the API and on the hosted pages, and the page behind the mailed link. */
export function recoveryRoutes(service: RecoveryService): Route[] {
  return [recoverApi(service), ...recoverPages(service), ...confirmPages(service)]
}
