import type { Route } from '../platform/http/route.ts'
import { type PasskeyAccountService, passkeyAccountRoutes } from './account-routes.ts'
import { type AddService, addRoutes } from './add-routes.ts'
import { type UseService, useRoutes } from './use-routes.ts'

/** Everything that the pages of passkeys use. */
export type PasskeyService = UseService & PasskeyAccountService & AddService

/** Signing in with a passkey, the account page of passkeys, and the offer. */
export function passkeyRoutes(service: PasskeyService): Route[] {
  return [...useRoutes(service), ...passkeyAccountRoutes(service), ...addRoutes(service)]
}
