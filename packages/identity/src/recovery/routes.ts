import type { Route } from '../platform/http/route.ts'
import { type AdmitPagesNeeds, admitPages } from './admit-pages.ts'
import { type ConfirmPagesNeeds, confirmPages } from './confirm-pages.ts'
import { recoverApi } from './recover-api.ts'
import { type RecoverPagesNeeds, recoverPages } from './recover-pages.ts'

/** What recovery needs. */
export type RecoveryService = RecoverPagesNeeds & ConfirmPagesNeeds & AdmitPagesNeeds

/** Recovery by the API and on the hosted pages, the proof of a browser, and the pages behind the mailed links. */
export function recoveryRoutes(service: RecoveryService): Route[] {
  return [recoverApi(service), ...recoverPages(service), ...confirmPages(service), ...admitPages(service)]
}
