import type { EndpointName } from './central/index.ts'
import type { SessionDevice, SessionEndCause } from './store/index.ts'
import type { ProgramErrorCode } from './wire.ts'

/** A local session, as the program sees it. */
export interface SessionInfo {
  readonly id: string
  /** The citizen at the identity service. It never changes. */
  readonly subject: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date
  readonly centralCheckedAt: Date
  /** When the citizen signed in at the identity service. Null if it did not say so. */
  readonly authenticatedAt: Date | null
  /** The class of that sign-in (`acr`). Null if the identity service did not say it. */
  readonly acr: string | null
  /** What it was opened with, for a list that a citizen reads. It comes from the browser, so nothing may depend on it. */
  readonly device: SessionDevice
}

/** The codes of a 401: the token belongs to no open session. */
export type SignedOutCode = Extract<
  ProgramErrorCode,
  | 'missing_token'
  | 'wrong_token_type'
  | 'token_unknown'
  | 'access_expired'
  | 'session_revoked'
  | 'session_expired'
  | 'session_ended'
  | 'cross_site_request'
  | 'ticket_invalid'
>

/** The codes of a 503: the session cannot be checked now. Nothing was ended. */
export type UnavailableCode = Extract<ProgramErrorCode, 'identity_unavailable' | 'misconfigured'>

/** The token belongs to no open session. `clearLocal` tells the app to delete its tokens. */
export interface SignedOut {
  readonly status: 'signed_out'
  readonly http: 401
  readonly code: SignedOutCode
  readonly clearLocal: boolean
}

/** The refusal with this code. The app deletes its tokens only where their session has ended. */
export function signedOut(code: SignedOutCode): SignedOut {
  return { status: 'signed_out', http: 401, code, clearLocal: code.startsWith('session_') }
}

/** The wait that a 503 asks for, if no other time is known. */
export const RETRY_AFTER_SECONDS = 1

/** The session cannot be checked now. The app keeps its tokens and asks again. */
export interface Unavailable {
  readonly status: 'unavailable'
  readonly http: 503
  readonly code: UnavailableCode
  readonly retryAfterSeconds: number
  readonly clearLocal: false
}

/** The citizen of a request, or the reason why there is none. A closed union: a switch can be exhaustive. */
export type AuthResult<Account> =
  | {
      readonly status: 'ok'
      readonly account: Account
      readonly accountId: string
      readonly session: SessionInfo
    }
  | SignedOut
  | Unavailable

/** What a route asks of the sign-in at the identity service. */
export interface RecentSignIn {
  /** How long ago it may be. At least 60: an answer of the identity service takes its time. */
  readonly withinSeconds: number
  /** The classes that count (`acr`), the preferred one first. Without them, every class counts. */
  readonly acr?: string | readonly string[]
}

/**
 * The citizen is signed in, but not lately enough, or by a class that does not count (RFC 9470). The session goes on. The
 * app begins a sign-in with these values.
 */
export interface InsufficientSignIn {
  readonly status: 'insufficient'
  readonly http: 401
  readonly code: 'insufficient_user_authentication'
  readonly clearLocal: false
  readonly maxAgeSeconds: number
  readonly acrValues: readonly string[]
}

/** The part of a program that guards use. */
export interface CitizenCheck<Account extends { id: string }> {
  authenticate(
    request: VisitorRequest,
    options?: AuthenticateOptions,
  ): Promise<AuthResult<Account> | InsufficientSignIn>
  refuse(result: SignedOut | Unavailable | InsufficientSignIn, request?: VisitorRequest): Response
  unlinkedAccount(accountId: string): Promise<Account | null>
  /** Watches the connection of a citizen who was let through, as `whenRefused` of the program does. */
  whenRefused(connection: WatchedConnection, signal: AbortSignal): Promise<SignedOut | Unavailable | null>
  /** The refusal of a citizen whom an old guard recognised. Missing if such a citizen is let through. */
  readonly refusesUnlinked?: InsufficientSignIn
}

/** A request of any framework. Only its headers are read. */
export interface HeadersOnly {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
}

/**
 * A request of any framework. In cookie mode, a request whose method is missing may come from another site, so its
 * cookie does not count. `url` is the path to return to after a sign-in.
 */
export interface VisitorRequest extends HeadersOnly {
  readonly method?: string | undefined
  readonly url?: string | undefined
}

/** What a door accepts beside the bearer and, in cookie mode, the cookie. */
export interface AuthenticateOptions {
  /**
   * Whether a one-time ticket in the address counts (`sso_ticket`, from `POST ticket/`): for an event stream, a WebSocket
   * or a download, which a browser opens without a bearer. The ticket is spent.
   */
  readonly acceptTicket?: boolean
}

/** How a connection was let in, as `authenticate` has answered. */
export interface Admission {
  readonly accountId: string
  readonly session: SessionInfo
}

/**
 * An open connection: its request, or the session of its citizen, if a ticket opened it. With `admitted`, the check that let it
 * in counts, and the next look comes when that one gets too old. Without it, the connection is looked at once more at once.
 */
export type WatchedConnection = (VisitorRequest | { readonly session: SessionInfo }) & {
  readonly admitted?: Admission
}

/** The result of `doctor()`. */
export interface DoctorReport {
  readonly ok: boolean
  readonly checks: readonly DoctorCheck[]
}

/** One check of `doctor()`. */
export interface DoctorCheck {
  readonly id: string
  readonly ok: boolean
  readonly message: string
  readonly fix?: string
}

/** An event for an audit. It contains ids and codes, never tokens. */
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

/** What the web server knows about a request beside its content. */
export interface Peer {
  readonly ip?: string
  /** Keeps a serverless function alive until the work is done. */
  readonly waitUntil?: (work: Promise<unknown>) => void
}

/** How many rows were removed, and how many central grants were revoked. */
export interface PurgeCounts {
  readonly pending: number
  readonly handoffs: number
  readonly sessions: number
  readonly throttle: number
  readonly revocations: number
}

/** The object that `createProgramSso` returns. */
export interface ProgramSso<Account extends { id: string }> {
  /** The paths that `handle` answers: `/api/v1/sso/`, and the same under the path of `program.baseUrl`. */
  readonly mountPaths: readonly string[]
  /**
   * Migrates the schema of the store, which belongs to this program from then on. Throws `StoreOfAnotherProgram` if it belongs to
   * another one, and changes nothing. A start of the program calls it.
   */
  migrate(): Promise<{ from: number; to: number }>
  /** Answers the endpoints under `/api/v1/sso/`. Returns null for other paths. Never throws. */
  handle(request: Request, peer?: Peer): Promise<Response | null>
  /**
   * Identifies the citizen of a request, by its bearer token or, in cookie mode, by its cookie. Never throws for a bad
   * or missing token, or for an outage.
   */
  authenticate(request: VisitorRequest, options?: AuthenticateOptions): Promise<AuthResult<Account>>
  /**
   * Makes the HTTP response for a refused AuthResult. In cookie mode and with the request, a browser that opens a page is
   * redirected to sign in.
   */
  refuse(
    result: Exclude<AuthResult<Account>, { status: 'ok' }> | InsufficientSignIn,
    request?: VisitorRequest,
  ): Response
  /**
   * The same check for routes with more at stake: it also refuses citizens who signed in at the identity service too long
   * ago, or by another class. Give it to a guard in place of the program. Throws a TypeError for values that make no sense.
   */
  requireRecentSignIn(recent: RecentSignIn): CitizenCheck<Account>
  /**
   * Watches the session of a connection that stays open, such as a WebSocket or an event stream. Resolves with the refusal
   * when the connection must be closed: the session has ended, or it cannot be checked (an outage), at most 30 seconds after the
   * last check. Resolves with null when `signal` aborts, or when the program closes. A ticket works once, so for a connection
   * that it opened, hand over the session.
   */
  whenRefused(
    connection: WatchedConnection,
    signal: AbortSignal,
  ): Promise<Exclude<AuthResult<Account>, { status: 'ok' }> | null>
  /** Whether an old password form may sign this account in. False for a linked account. */
  passwordSignInAllowed(accountId: string): Promise<boolean>
  /**
   * Loads an account that an old guard recognised. Null if the account does not exist or is linked. Old tokens of a
   * linked account must not work.
   */
  unlinkedAccount(accountId: string): Promise<Account | null>
  readonly sessions: {
    list(accountId: string): Promise<SessionInfo[]>
    revoke(sessionId: string): Promise<boolean>
    revokeAll(accountId: string, options?: { except?: string }): Promise<number>
  }
  /**
   * Ends an account's sessions, revokes their central grants, and removes its link to a citizen permanently. Use it
   * for erasure on request, and after a thief linked the account. The program itself deletes or keeps the account.
   */
  forget(accountId: string): Promise<{ sessions: number; links: number }>
  identityOf(
    accountId: string,
  ): Promise<{ issuer: string; subject: string; linkedAt: Date; via: 'provisioned' | 'linked' } | null>
  health(): Promise<{
    identity: 'up' | 'degraded' | 'down'
    since: Date
    lastError: string | null
    /** Why every request is refused with `misconfigured`: the store belongs to another program. Null if it is ours. */
    misconfigured: string | null
    activeSessions30s: number
    introspectHeadroom: number
    /** Whether the feed of ended sessions answers in this process. While it is silent, each session is introspected. */
    endedFeed: 'off' | 'silent' | 'live'
    /**
     * Who proves that the database is still the primary: `all` its synchronous standbys, `some` of them, or `none`. Null for a store
     * that does not ask. Where the last proof is too old, `health` rejects.
     */
    primary: 'all' | 'some' | 'none' | null
    /** How many central grants wait to be revoked, and since when the oldest one waits. */
    revocations: { waiting: number; since: Date | null }
  }>
  /**
   * Removes expired rows and revokes central grants that are due, in batches of `limit` rows (1000 by default), until
   * nothing is left.
   */
  purge(options?: { limit?: number }): Promise<PurgeCounts>
  doctor(): Promise<DoctorReport>
  /** Stops housekeeping, waits for background work, then closes the store. */
  close(): Promise<void>
}
