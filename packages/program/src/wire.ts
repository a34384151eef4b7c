/**
 * The requests and responses between an app and the program's backend under `/api/v1/sso/` (contract section 2.14).
 * This file imports nothing.
 */

/** The path of the endpoints. */
export const SSO_BASE_PATH = '/api/v1/sso/'

/** The contract's limits, in milliseconds and characters (contract section 8). */
export const LIMITS = {
  pendingMs: 600_000,
  handoffMs: 90_000,
  ticketMs: 30_000,
  centralAccessMs: 900_000,
  validityCeilingMs: 30_000,
  sessionMaxMs: 14 * 86_400_000,
  verifierMin: 43,
  verifierMax: 128,
} as const

/** The three values of `sso_error` in a return address. */
export type SsoErrorParam = 'cancelled' | 'existing_account' | 'unavailable'

/** Response of `config/`. */
export interface ConfigResponse {
  readonly enabled: boolean
  readonly account_url: string
  readonly registration_url: string
  readonly recovery_url: string
}

/** Body of `begin/`. */
export interface BeginRequest {
  readonly return_uri: string
  readonly code_challenge: string
  readonly link?: boolean
  /** The most seconds since the citizen signed in at the identity service. */
  readonly max_age?: number
  /** The classes of that sign-in that count, separated by spaces. */
  readonly acr_values?: string
  /** The languages of the citizen, preferred first, separated by spaces. */
  readonly ui_locales?: string
  /** Whoever is not signed in sees the form of a new account. */
  readonly prompt?: 'create'
}

/** Response of `begin/`. */
export interface BeginResponse {
  readonly authorization_url: string
}

/** Body of `exchange/`. */
export interface ExchangeRequest {
  readonly code: string
  readonly code_verifier: string
}

/** Response of `exchange/` and `refresh/`. Lifetimes are in seconds. */
export interface TokenPairResponse {
  readonly token_type: 'Bearer'
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token: string
  readonly refresh_expires_in: number
}

/** Body of `refresh/`. A retry with the same `rotation_id` gets the same pair again. */
export interface RefreshRequest {
  readonly refresh_token: string
  readonly rotation_id?: string
}

/** Response of `status/`. */
export interface StatusResponse {
  readonly linked: boolean
  readonly account_url: string
}

/** Body of `ticket/`. With an address, the ticket opens only this one: its path and its query. */
export interface TicketRequest {
  readonly address?: string
}

/** Response of `ticket/`. The app adds `sso_ticket` at the end of the address. The lifetime is in seconds. */
export interface TicketResponse {
  readonly sso_ticket: string
  readonly expires_in: number
}

/** Every response that is neither 2xx nor a page. `detail` may be shown to a citizen. `hint` is for developers. */
export interface ProblemResponse {
  readonly code: ProgramErrorCode
  readonly detail: string
  readonly request_id: string
  readonly hint?: string
  /** With `insufficient_user_authentication`: what to send to `begin/`. */
  readonly max_age?: number
  readonly acr_values?: string
}

/** The page with all codes, settings that are wrong, and reasons in the log. */
export const ERRORS_PAGE = 'docs/integrate/errors.md'

/** Every code of a ProblemResponse. */
export type ProgramErrorCode =
  | 'invalid_json'
  | 'unknown_field'
  | 'return_uri_not_allowed'
  | 'code_challenge_invalid'
  | 'code_verifier_invalid'
  | 'link_not_supported'
  | 'fresh_sign_in_required'
  | 'handoff_invalid'
  | 'handoff_conflict'
  | 'missing_token'
  | 'wrong_token_type'
  | 'token_unknown'
  | 'access_expired'
  | 'refresh_invalid'
  | 'refresh_reused'
  | 'session_revoked'
  | 'session_expired'
  | 'session_ended'
  | 'insufficient_user_authentication'
  | 'cross_site_request'
  | 'ticket_invalid'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'body_timeout'
  | 'throttled'
  | 'identity_unavailable'
  | 'misconfigured'
