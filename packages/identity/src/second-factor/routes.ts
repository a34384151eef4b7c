import type { Route } from '../platform/http/route.ts'
import { type CodesAccountService, codesAccountRoutes } from './account-routes.ts'
import { type AddAppService, addAppRoutes } from './add-routes.ts'
import { type CodeService, codeRoutes } from './code-routes.ts'

/** Everything that the pages of codes use. */
export type SecondFactorService = CodeService & CodesAccountService & AddAppService

/** The second step of a sign-in, the account page of codes, and the page that adds an app. */
export function secondFactorRoutes(service: SecondFactorService): Route[] {
  return [...codeRoutes(service), ...codesAccountRoutes(service), ...addAppRoutes(service)]
}
