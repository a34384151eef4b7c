/** Type tests of the HTTP API between app and program (contract section 2.14). */
import type {
  BeginRequest,
  BeginResponse,
  ConfigResponse,
  ExchangeRequest,
  ProblemResponse,
  ProgramErrorCode,
  RefreshRequest,
  SsoErrorParam,
  StatusResponse,
  TicketRequest,
  TicketResponse,
  TokenPairResponse,
} from '@portico/program'
import { type ERRORS_PAGE, LIMITS, PROGRAM_ERROR_CODES, type SSO_BASE_PATH } from '@portico/program'
import { expectTypeOf } from 'vitest'

expectTypeOf<typeof SSO_BASE_PATH>().toEqualTypeOf<'/api/v1/sso/'>()
expectTypeOf<typeof ERRORS_PAGE>().toEqualTypeOf<'docs/integrate/errors.md'>()
expectTypeOf(LIMITS).toEqualTypeOf<{
  readonly pendingMs: 600_000
  readonly handoffMs: 90_000
  readonly ticketMs: 30_000
  readonly centralAccessMs: 900_000
  readonly validityCeilingMs: 30_000
  readonly sessionMaxMs: number
  readonly verifierMin: 43
  readonly verifierMax: 128
}>()
// @ts-expect-error A program cannot change the contract's limits.
LIMITS.handoffMs = 900_000

expectTypeOf<SsoErrorParam>().toEqualTypeOf<'cancelled' | 'existing_account' | 'unavailable'>()
expectTypeOf<ConfigResponse>().toEqualTypeOf<{
  readonly enabled: boolean
  readonly account_url: string
  readonly registration_url: string
  readonly recovery_url: string
}>()
expectTypeOf<BeginRequest>().toEqualTypeOf<{
  readonly return_uri: string
  readonly code_challenge: string
  readonly link?: boolean
  readonly max_age?: number
  readonly acr_values?: string
  readonly ui_locales?: string
  readonly prompt?: 'create'
}>()
expectTypeOf<BeginResponse>().toEqualTypeOf<{ readonly authorization_url: string }>()
expectTypeOf<ExchangeRequest>().toEqualTypeOf<{ readonly code: string; readonly code_verifier: string }>()
expectTypeOf<TokenPairResponse>().toEqualTypeOf<{
  readonly token_type: 'Bearer'
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token: string
  readonly refresh_expires_in: number
}>()
expectTypeOf<RefreshRequest>().toEqualTypeOf<{
  readonly refresh_token: string
  readonly rotation_id?: string
}>()
expectTypeOf<StatusResponse>().toEqualTypeOf<{ readonly linked: boolean; readonly account_url: string }>()
expectTypeOf<TicketRequest>().toEqualTypeOf<{ readonly address?: string }>()
expectTypeOf<TicketResponse>().toEqualTypeOf<{ readonly sso_ticket: string; readonly expires_in: number }>()
expectTypeOf<ProblemResponse>().toEqualTypeOf<{
  readonly code: ProgramErrorCode
  readonly detail: string
  readonly request_id: string
  readonly hint?: string
  readonly max_age?: number
  readonly acr_values?: string
}>()
// @ts-expect-error The app sends its verifier to `exchange/`, never to `begin/`.
void ({ return_uri: '', code_challenge: '', code_verifier: '' } satisfies BeginRequest)

expectTypeOf(PROGRAM_ERROR_CODES).toEqualTypeOf<readonly ProgramErrorCode[]>()

/** The class of each code. A new code does not compile until it is listed here. */
export const STATUS_OF: Readonly<Record<ProgramErrorCode, 400 | 401 | 404 | 405 | 408 | 429 | 503>> = {
  invalid_json: 400,
  unknown_field: 400,
  return_uri_not_allowed: 400,
  code_challenge_invalid: 400,
  code_verifier_invalid: 400,
  link_not_supported: 400,
  body_too_large: 400,
  fresh_sign_in_required: 401,
  handoff_invalid: 401,
  handoff_conflict: 401,
  missing_token: 401,
  wrong_token_type: 401,
  token_unknown: 401,
  access_expired: 401,
  refresh_invalid: 401,
  refresh_reused: 401,
  session_revoked: 401,
  session_expired: 401,
  session_ended: 401,
  insufficient_user_authentication: 401,
  cross_site_request: 401,
  ticket_invalid: 401,
  not_found: 404,
  method_not_allowed: 405,
  body_timeout: 408,
  throttled: 429,
  identity_unavailable: 503,
  misconfigured: 503,
}
expectTypeOf<'password_wrong'>().not.toExtend<ProgramErrorCode>()
