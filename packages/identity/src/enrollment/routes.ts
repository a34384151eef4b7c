import type { Route } from '../platform/http/route.ts'
import { type ConfirmPagesNeeds, confirmPages } from './confirm-pages.ts'
import { registerApi } from './register-api.ts'
import { type RegisterPagesNeeds, registerPages } from './register-pages.ts'

/** What enrollment needs. */
export type EnrollmentService = RegisterPagesNeeds & ConfirmPagesNeeds

/** Registration by the API and on the hosted pages, and the page behind the mailed link. */
export function enrollmentRoutes(service: EnrollmentService): Route[] {
  return [registerApi(service), ...registerPages(service), ...confirmPages(service)]
}
