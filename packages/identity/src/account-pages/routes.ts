import type { SignedInNeeds } from '../hosted-page/index.ts'
import type { Route } from '../platform/http/route.ts'
import { type LanguageService, languageRoutes } from './language-routes.ts'
import { logoutRoutes } from './logout-routes.ts'
import { type PasswordService, passwordRoutes } from './password-routes.ts'
import { type ProfileService, profileRoutes } from './profile-routes.ts'
import { type ProgramsService, programRoutes } from './program-routes.ts'
import { type SessionsService, sessionRoutes } from './session-routes.ts'
import { type VerificationService, verificationRoutes } from './verification-routes.ts'

/** Everything that the account pages use. */
export type AccountService = SignedInNeeds &
  ProfileService &
  PasswordService &
  VerificationService &
  LanguageService &
  SessionsService &
  ProgramsService

/** All account pages, and signing out. */
export function accountRoutes(service: AccountService): Route[] {
  return [
    ...profileRoutes(service),
    ...passwordRoutes(service),
    ...sessionRoutes(service),
    ...programRoutes(service),
    ...verificationRoutes(service),
    ...languageRoutes(service),
    ...logoutRoutes(service),
  ]
}
