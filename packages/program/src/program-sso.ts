import type { EndpointName } from './central/index.ts'
import type { SessionEndCause } from './store/index.ts'
import type { ProgramErrorCode } from './wire.ts'

/** A local session as the program sees it. */
export interface SessionInfo {
  readonly id: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date
  readonly centralCheckedAt: Date
}

/** Codes of a refusal that means "not signed in". */
export type SignedOutCode = Extract<
  ProgramErrorCode,
  | 'missing_token'
  | 'wrong_token_type'
  | 'token_unknown'
  | 'access_expired'
  | 'session_revoked'
  | 'session_expired'
  | 'session_ended'
>

/** Codes of a refusal that means "cannot be checked now": nothing was ended. */
export type UnavailableCode = Extract<ProgramErrorCode, 'identity_unavailable' | 'misconfigured'>

/** Nobody is signed in with this token; `clearLocal` tells an app to forget its tokens. */
export interface SignedOut {
  readonly status: 'signed_out'
  readonly http: 401
  readonly code: SignedOutCode
  readonly clearLocal: boolean
}

/** Where nobody has said when asking again makes sense. */
export const RETRY_AFTER_SECONDS = 1

/** It cannot be known now; the app keeps its tokens and asks again. */
export interface Unavailable {
  readonly status: 'unavailable'
  readonly http: 503
  readonly code: UnavailableCode
  readonly retryAfterSeconds: number
  readonly clearLocal: false
}

/** Who a request comes from, or why not; a closed union for an exhaustive switch. */
export type AuthResult<Account> =
  | {
      readonly status: 'ok'
      readonly account: Account
      readonly accountId: string
      readonly session: SessionInfo
    }
  | SignedOut
  | Unavailable

/** A request of any framework, as far as its headers. */
export interface HeadersOnly {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

/** What the doctor found. */
export interface DoctorReport {
  readonly ok: boolean
  readonly checks: readonly DoctorCheck[]
}

/** One thing that the doctor looked at. */
export interface DoctorCheck {
  readonly id: string
  readonly ok: boolean
  readonly message: string
  readonly fix?: string
}

/** What happened, for an audit: ids and codes, never tokens. */
export type ProgramEvent =
  | {
      readonly type: 'sign_in' | 'linked' | 'provisioned'
      readonly accountId: string
      readonly sessionId: string
      readonly at: Date
    }
  | { readonly type: 'callback_refused'; readonly reason: string; readonly at: Date }
  | {
      readonly type: 'refresh_reuse'
      readonly accountId: string
      readonly sessionId: string
      readonly at: Date
    }
  | {
      readonly type: 'session_ended'
      readonly accountId: string
      readonly sessionId: string
      readonly cause: SessionEndCause
      readonly at: Date
    }
  | { readonly type: 'forgotten'; readonly accountId: string; readonly at: Date }
  | {
      readonly type: 'identity_outage'
      readonly endpoint: EndpointName
      readonly since: Date
      readonly at: Date
    }
  | { readonly type: 'identity_recovered'; readonly endpoint: EndpointName; readonly at: Date }

/** What the web server around us knows about a request. */
export interface Peer {
  readonly ip?: string
  /** Keeps a serverless function alive until the work is done. */
  readonly waitUntil?: (work: Promise<unknown>) => void
}

/** How many rows were cleared away, and how many central grants revoked. */
export interface PurgeCounts {
  readonly pending: number
  readonly handoffs: number
  readonly sessions: number
  readonly throttle: number
  readonly revocations: number
}

/** What a program holds after `createProgramSso`. */
export interface ProgramSso<Account extends { id: string }> {
  /** Where `handle` answers: `/api/v1/sso/`, and the same under the path of `program.baseUrl`, if it has one. */
  readonly mountPaths: readonly string[]
  /** Answers the endpoints under `/api/v1/sso/`; null means the path is not ours. Never throws. */
  handle(request: Request, peer?: Peer): Promise<Response | null>
  /** Who a request comes from. Never throws for a bad or missing token, or an outage. */
  authenticate(request: HeadersOnly): Promise<AuthResult<Account>>
  /** The ready-made answer for a refused AuthResult. */
  refuse(result: Exclude<AuthResult<Account>, { status: 'ok' }>): Response
  /** A legacy password form asks this first; false means this account must use the central sign-in. */
  passwordSignInAllowed(accountId: string): Promise<boolean>
  /** An account that an old guard has recognised: null where it is gone, or linked and so past old tokens. */
  unlinkedAccount(accountId: string): Promise<Account | null>
  readonly sessions: {
    list(accountId: string): Promise<SessionInfo[]>
    revoke(sessionId: string): Promise<boolean>
    revokeAll(accountId: string, options?: { except?: string }): Promise<number>
  }
  /**
   * Ends an account's sessions, revokes their central grants, and removes its link to a citizen, for good: for erasure
   * on request, and after a link that a thief has made. The account itself is the program's to delete or to keep.
   */
  forget(accountId: string): Promise<{ sessions: number; links: number }>
  identityOf(
    accountId: string,
  ): Promise<{ issuer: string; subject: string; linkedAt: Date; via: 'provisioned' | 'linked' } | null>
  health(): Promise<{
    identity: 'up' | 'degraded' | 'down'
    since: Date
    lastError: string | null
    activeSessions30s: number
    introspectHeadroom: number
    /** Central grants of sessions that have ended, and since when the oldest waits to be revoked. */
    revocations: { waiting: number; since: Date | null }
  }>
  /**
   * Clears away what is over and revokes central grants that wait for it, in batches of `limit` rows (1000 unless set),
   * until nothing is left to do now.
   */
  purge(options?: { limit?: number }): Promise<PurgeCounts>
  doctor(): Promise<DoctorReport>
  /** Ends housekeeping, waits for work in the background, then closes the store. */
  close(): Promise<void>
}
