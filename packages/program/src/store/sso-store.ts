import type {
  HandoffRow,
  Hash,
  IdentityRow,
  NewSession,
  NewTokens,
  PendingRow,
  SealedCentral,
  SessionEndCause,
  SessionRow,
  ThrottleRule,
  TicketRow,
} from './records.ts'
import type { NewRevocation, Revocation, SettleRevocation, WaitingRevocations } from './revocation.ts'
import type { MigrateOptions, StoreOwner } from './store-owner.ts'

/** How to read an account of the program (`LoadAccount.rows`), and from which client. */
export interface AccountSelect {
  readonly client: object
  readonly select: string
}

/** The session of an access token. */
export interface FoundSession {
  readonly session: SessionRow
  readonly accessExpiresAt: Date
  /**
   * The row of the account, from the same statement. Null if there is no row. Missing if the store does not read
   * accounts.
   */
  readonly account?: Readonly<Record<string, unknown>> | null
}

/** The result of consuming a state. */
export type ConsumedPending =
  | {
      readonly kind: 'consumed'
      readonly pending: PendingRow
      /** The time of the store when the state was consumed. The code that came with it is redeemed later. */
      readonly consumedAt: Date
    }
  | {
      readonly kind: 'replayed'
      readonly returnUri: string
      /** The callback that consumed the state. Null if an earlier release answered it. */
      readonly first: FirstCallback | null
    }
  | { readonly kind: 'expired'; readonly returnUri: string }
  | { readonly kind: 'unknown' }

/** The callback that consumed a state. */
export interface FirstCallback {
  readonly pending: PendingRow
  /** What `consumePending` was given as `by`. */
  readonly by: Hash
  /** The `now` of that call. */
  readonly at: Date
}

/**
 * What has become of a callback that consumed its state. `refused`: the word of `settlePending`. `open` and `over`: whether
 * its handoff can still be exchanged.
 */
export type CallbackResult =
  | { readonly kind: 'under-way' | 'open' | 'over' }
  | { readonly kind: 'refused'; readonly refusal: string }

/** The handoff to consume, with the challenge that proves the app's right to it. */
export interface ConsumeHandoff {
  readonly codeHash: Hash
  readonly challenge: string
  readonly now: Date
  /** After this many wrong verifiers, the code is invalid. */
  readonly maxFailures: number
}

/** What to write with the handoff. A conflict invalidates the code and writes nothing. */
export type HandoffCommit =
  | { readonly session: NewSession; readonly endOtherSessions: boolean }
  | { readonly conflict: true }

/** The result of consuming a handoff. */
export type ConsumedHandoff =
  | { readonly kind: 'consumed'; readonly session: SessionRow }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused' }

/** The refresh token to rotate, and its successor. */
export interface RotateRefresh {
  readonly refreshHash: Hash
  readonly rotationIdHash: Hash | null
  readonly retryWindowMs: number
  readonly now: Date
  readonly next: NewTokens
}

/** The result of a rotation. `reused`: the session was ended. `repeated`: this was a retry. */
export type RotatedRefresh =
  | { readonly kind: 'rotated'; readonly session: SessionRow }
  | { readonly kind: 'repeated'; readonly session: SessionRow }
  | { readonly kind: 'reused'; readonly session: SessionRow }
  | { readonly kind: 'refused' }

/** The session to check centrally. The store measures both times with its own clock. */
export interface ClaimCentral {
  readonly sessionId: string
  /** A session that was checked within this time needs no check. */
  readonly staleMs: number
  readonly leaseMs: number
}

/** Whether this worker may check the session centrally. `at` is the time of the store before anything is sent. */
export type CentralClaim =
  | { readonly kind: 'fresh'; readonly checkedAt: Date; readonly at: Date }
  | {
      readonly kind: 'claimed'
      readonly fence: number
      readonly central: SealedCentral
      readonly at: Date
    }
  | { readonly kind: 'busy' }
  | { readonly kind: 'gone' }

/**
 * The result of a central check. If the fence is no longer valid or the lease was released, nothing is written.
 */
export interface CommitCentral {
  readonly sessionId: string
  readonly fence: number
  /** The time that the store gave before the request was sent. */
  readonly checkedAt?: Date
  readonly tokens?: SealedCentral
  /** The lease ends after this time. 0 releases it. */
  readonly leaseMs: number
}

/** A ticket that this caller has spent, and its session. Both may be over. */
export interface SpentTicket extends Pick<TicketRow, 'addressHash' | 'expiresAt'> {
  readonly session: SessionRow
}

/** The result of a throttle. */
export interface ThrottleHit {
  readonly allowed: boolean
  readonly retryAfterMs: number
}

/** A session that was ended: its central tokens are erased, and its central grant is on the list of revocations. */
export interface EndedSession {
  readonly sessionId: string
  readonly accountId: string
}

/** What `forgetAccount` ended and removed. */
export interface ForgottenAccount {
  readonly ended: readonly EndedSession[]
  readonly links: number
}

/** What one batch removed. `isDone`: of every kind, fewer rows than the limit were left. */
export interface PurgedBatch {
  readonly pending: number
  readonly handoffs: number
  readonly sessions: number
  readonly throttle: number
  /** Expired sessions that were still open. This batch ended them. */
  readonly ended: readonly EndedSession[]
  readonly isDone: boolean
}

/**
 * The store of the program side. Every method is one atomic step, with any number of callers. A step that erases
 * encrypted central tokens also puts their grant on the list of revocations. This happens when a session ends, and
 * when a handoff conflicts, is invalidated, is forgotten or expires. Only a handoff that becomes a session keeps its
 * grant.
 */
export interface SsoStore<Tx = unknown> {
  readonly name: string
  /**
   * Migrates the schema. A newer schema is not changed. If this code must not run on it, this throws. With a program, the
   * store belongs to it from then on. If it belongs to another one, this throws `StoreOfAnotherProgram` and changes nothing.
   */
  migrate(program?: StoreOwner, options?: MigrateOptions): Promise<{ from: number; to: number }>
  /**
   * The version of the schema, the version that this code needs, whether this code may run on the schema, and the program
   * that the store belongs to (null if it does not say).
   */
  version(): Promise<{ current: number; needed: number; fits: boolean; owner: StoreOwner | null }>
  /** The time of the store's clock. */
  now(): Promise<Date>
  /**
   * Who must acknowledge a commit, and so proves that the server is still the primary. Missing where a store does not ask: then
   * nothing keeps the program from an old primary.
   */
  acknowledged?(): Promise<'all' | 'some' | 'none'>

  createPending(pending: PendingRow): Promise<void>
  /** One caller per state gets `consumed`. The others get the reason. `by` names the callback and who opened it. */
  consumePending(stateHash: Hash, now: Date, by: Hash): Promise<ConsumedPending>
  /** Keeps the word with which the callback of a consumed state was refused. */
  settlePending(stateHash: Hash, refusal: string): Promise<void>
  /** What has become of a callback. `codeHash` is the hash of the code that its handoff has, if it gets one. */
  findCallbackResult(stateHash: Hash, codeHash: Hash, now: Date): Promise<CallbackResult>

  createHandoff(handoff: HandoffRow): Promise<void>
  /**
   * Checks the code, the challenge, the time and the first use. Then runs `commit` in the same transaction and
   * inserts the session that it returns. If `commit` throws, the transaction rolls back and the code still works. A
   * caller that finds the code in use is refused.
   */
  consumeHandoff(
    claim: ConsumeHandoff,
    commit: (handoff: HandoffRow, tx: Tx) => Promise<HandoffCommit>,
  ): Promise<ConsumedHandoff>

  /** With a transaction, the row is locked, so that nobody removes the link until it ends. */
  findIdentity(issuer: string, subject: string, tx?: Tx): Promise<IdentityRow | null>
  findIdentityByAccount(accountId: string, tx?: Tx): Promise<IdentityRow | null>
  /** `same`: this link exists already. `conflict`: the citizen or the account has another link. */
  insertIdentity(row: IdentityRow, tx: Tx): Promise<'inserted' | 'same' | 'conflict'>
  /** Removes exactly this link. False if it does not exist (any more). */
  removeIdentity(row: IdentityRow, tx: Tx): Promise<boolean>
  /**
   * Removes the links of an account and the sign-ins that would link it, and ends its open sessions, in one
   * transaction.
   */
  forgetAccount(accountId: string, now: Date): Promise<ForgottenAccount>

  findSession(sessionId: string, tx?: Tx): Promise<SessionRow | null>
  /**
   * Returns ended and expired sessions too, so that the response can name the reason. A store may read the account in
   * the same statement, if `accounts` belongs to its client. Other stores leave `account` out.
   */
  findSessionByAccess(accessHash: Hash, accounts?: AccountSelect): Promise<FoundSession | null>
  /** Finds a session by its current, its previous or a spent refresh token. */
  findSessionByRefresh(refreshHash: Hash): Promise<SessionRow | null>
  rotateRefresh(rotation: RotateRefresh): Promise<RotatedRefresh>
  /** Ends a session. False if it had ended before. */
  revokeSession(sessionId: string, cause: SessionEndCause, now: Date): Promise<boolean>
  listSessions(accountId: string, now: Date): Promise<readonly SessionRow[]>
  /** How many open sessions were checked centrally within this time. */
  countActiveSessions(withinMs: number): Promise<number>

  /** Stores a ticket. False if its session is not open, or has `mostOpen` tickets that are neither spent nor expired. */
  createTicket(ticket: TicketRow, mostOpen: number): Promise<boolean>
  /** Removes a ticket and returns it. So one caller per ticket gets it, whatever happens to the caller then. */
  spendTicket(ticketHash: Hash): Promise<SpentTicket | null>

  /**
   * Gives the lease to at most one worker per session. A check time that is ahead of the store's clock does not
   * count.
   */
  claimCentral(claim: ClaimCentral): Promise<CentralClaim>
  /** Returns the time of the store after writing, or null if nothing was written. */
  commitCentral(commit: CommitCentral): Promise<Date | null>

  /** Puts a grant that is in no row (any more) on the list. It is due at once. */
  addRevocation(revocation: NewRevocation): Promise<void>
  /** Claims the entry that has been due for longest, until the lease ends. Null if none is due. */
  claimRevocation(now: Date, leaseMs: number): Promise<Revocation | null>
  /** False if another worker has claimed the entry since then. */
  settleRevocation(outcome: SettleRevocation): Promise<boolean>
  countRevocations(): Promise<WaitingRevocations>

  /** Counts one request for a key, and decides whether it is allowed. */
  hit(key: string, rule: ThrottleRule, now: Date): Promise<ThrottleHit>
  /** How many keys start with `prefix` and a colon and have a window that began after `since`. */
  countThrottled(prefix: string, since: Date): Promise<number>
  /**
   * Removes one batch: at most `limit` rows of each kind, in short transactions. Expired sessions are ended
   * (`absolute_expiry`), and ended ones are removed after a day. Call it again until it is done.
   */
  purge(now: Date, limit: number): Promise<PurgedBatch>
  /**
   * Gives the lease on housekeeping to one process of all instances, and returns its fence. Null if another process has
   * the lease or has run lately.
   */
  claimHousekeeping(now: Date, leaseMs: number): Promise<number | null>
  /** Extends or shortens the lease. False if another process has claimed it since then. */
  holdHousekeeping(fence: number, until: Date): Promise<boolean>
  close(): Promise<void>
}
