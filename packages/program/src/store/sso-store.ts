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
} from './records.ts'
import type { NewRevocation, Revocation, SettleRevocation, WaitingRevocations } from './revocation.ts'

/** How the program reads an account of its own (`LoadAccount.rows`), and from which client. */
export interface AccountSelect {
  readonly client: object
  readonly select: string
}

/** What an access token leads to. */
export interface FoundSession {
  readonly session: SessionRow
  readonly accessExpiresAt: Date
  /** The account's row in the same read: null where there is none, left out where the store does not read it. */
  readonly account?: Readonly<Record<string, unknown>> | null
}

/** What a state turned out to be. */
export type ConsumedPending =
  | {
      readonly kind: 'consumed'
      readonly pending: PendingRow
      /** The store's clock then: no later than the redeeming of the code that came with the state. */
      readonly consumedAt: Date
    }
  | { readonly kind: 'replayed' | 'expired'; readonly returnUri: string }
  | { readonly kind: 'unknown' }

/** Which handoff is claimed, by whom. */
export interface ConsumeHandoff {
  readonly codeHash: Hash
  readonly challenge: string
  readonly now: Date
  /** So many wrong verifiers burn the code. */
  readonly maxFailures: number
}

/** What to write with the handoff; a conflict burns the code and writes nothing. */
export type HandoffCommit =
  | { readonly session: NewSession; readonly endOtherSessions: boolean }
  | { readonly conflict: true }

/** What became of a handoff. */
export type ConsumedHandoff =
  | { readonly kind: 'consumed'; readonly session: SessionRow }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused' }

/** Which refresh token moves on, to what. */
export interface RotateRefresh {
  readonly refreshHash: Hash
  readonly rotationIdHash: Hash | null
  readonly retryWindowMs: number
  readonly now: Date
  readonly next: NewTokens
}

/** What became of a refresh token; `reused` has ended its session. */
export type RotatedRefresh =
  | { readonly kind: 'rotated'; readonly session: SessionRow }
  | { readonly kind: 'repeated'; readonly session: SessionRow }
  | { readonly kind: 'reused'; readonly session: SessionRow }
  | { readonly kind: 'refused' }

/** Which session's central work is asked for; the store measures both spans by its own clock. */
export interface ClaimCentral {
  readonly sessionId: string
  /** A session that was checked later than so long ago needs no work. */
  readonly staleMs: number
  readonly leaseMs: number
}

/** Who may do central work for a session now; `at` is the store's clock then, before anything is asked centrally. */
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

/** What central work found; who was overtaken or has released the lease writes nothing. */
export interface CommitCentral {
  readonly sessionId: string
  readonly fence: number
  /** The store's own instant, which it gave before the central question was sent. */
  readonly checkedAt?: Date
  readonly tokens?: SealedCentral
  /** The lease ends so long from now; 0 releases it. */
  readonly leaseMs: number
}

/** Whether a throttle lets one more through. */
export interface ThrottleHit {
  readonly allowed: boolean
  readonly retryAfterMs: number
}

/** A session that was ended: its central tokens are erased, and its central grant is on the list of revocations. */
export interface EndedSession {
  readonly sessionId: string
  readonly accountId: string
}

/** What forgetting an account has ended and removed. */
export interface ForgottenAccount {
  readonly ended: readonly EndedSession[]
  readonly links: number
}

/** What one batch has cleared away; done where no kind of row filled the batch. */
export interface PurgedBatch {
  readonly pending: number
  readonly handoffs: number
  readonly sessions: number
  readonly throttle: number
  /** Sessions that were found expired and open, and are ended now. */
  readonly ended: readonly EndedSession[]
  readonly isDone: boolean
}

/**
 * The program side's memory; every method is one atomic step, under any number of callers. Whatever erases sealed central
 * tokens puts them on the list of revocations in the same step: an ended session, a handoff that conflicts, is burned,
 * forgotten or not come for. Only a handoff that becomes a session hands its grant on.
 */
export interface SsoStore<Tx = unknown> {
  readonly name: string
  /** Brings the schema up to date; leaves a newer one as it is where that says that this code may run on it, else throws. */
  migrate(): Promise<{ from: number; to: number }>
  /** The schema's version here, the version that this code needs, and whether this code may run on what is here. */
  version(): Promise<{ current: number; needed: number; fits: boolean }>
  /** The clock that the store orders by. */
  now(): Promise<Date>

  createPending(pending: PendingRow): Promise<void>
  /** One winner per state; a miss says why. */
  consumePending(stateHash: Hash, now: Date): Promise<ConsumedPending>

  createHandoff(handoff: HandoffRow): Promise<void>
  /**
   * Matches code, challenge, time and first use, then runs `commit` in the same transaction and writes the session it
   * returns. Commit throws: rolled back, the code still works. A caller that finds the code being used is refused.
   */
  consumeHandoff(
    claim: ConsumeHandoff,
    commit: (handoff: HandoffRow, tx: Tx) => Promise<HandoffCommit>,
  ): Promise<ConsumedHandoff>

  /** With a transaction, the link stays as it is until that ends: whoever removes it waits. */
  findIdentity(issuer: string, subject: string, tx?: Tx): Promise<IdentityRow | null>
  findIdentityByAccount(accountId: string, tx?: Tx): Promise<IdentityRow | null>
  /** `same`: this very link is there already. `conflict`: the citizen or the account belongs elsewhere. */
  insertIdentity(row: IdentityRow, tx: Tx): Promise<'inserted' | 'same' | 'conflict'>
  /** Removes exactly this link; false where it is not there (any more). */
  removeIdentity(row: IdentityRow, tx: Tx): Promise<boolean>
  /** Removes an account's links and the links to it that are under way, and ends its open sessions: all or nothing. */
  forgetAccount(accountId: string, now: Date): Promise<ForgottenAccount>

  findSession(sessionId: string, tx?: Tx): Promise<SessionRow | null>
  /**
   * Ended and expired sessions too, so that the answer can say so. A store that `accounts` are for may read the account
   * in the same statement; others leave `account` out.
   */
  findSessionByAccess(accessHash: Hash, accounts?: AccountSelect): Promise<FoundSession | null>
  /** By the current, the previous or a spent refresh token. */
  findSessionByRefresh(refreshHash: Hash): Promise<SessionRow | null>
  rotateRefresh(rotation: RotateRefresh): Promise<RotatedRefresh>
  /** Ends a session, whatever the cause; false where it had ended before. */
  revokeSession(sessionId: string, cause: SessionEndCause, now: Date): Promise<boolean>
  listSessions(accountId: string, now: Date): Promise<readonly SessionRow[]>
  /** How many live sessions were checked centrally less than so long ago. */
  countActiveSessions(withinMs: number): Promise<number>

  /** At most one worker per session. A check that lies ahead of the store's clock is no check. */
  claimCentral(claim: ClaimCentral): Promise<CentralClaim>
  /** The store's clock after it was written; null where the fence no longer holds. */
  commitCentral(commit: CommitCentral): Promise<Date | null>

  /** Puts a grant on the list that was in no row, or whose row is gone; due at once. */
  addRevocation(revocation: NewRevocation): Promise<void>
  /** The entry that has been due for longest, for one worker until the lease is over; null where none is due. */
  claimRevocation(now: Date, leaseMs: number): Promise<Revocation | null>
  /** False where another worker has claimed the entry since. */
  settleRevocation(outcome: SettleRevocation): Promise<boolean>
  countRevocations(): Promise<WaitingRevocations>

  hit(key: string, rule: ThrottleRule, now: Date): Promise<ThrottleHit>
  /** How many keys that begin with `prefix` and a colon were hit in windows that began since then. */
  countThrottled(prefix: string, since: Date): Promise<number>
  /**
   * Clears away one batch: at most so many rows of each kind, in short transactions. Sessions that ran out are ended
   * (`absolute_expiry`), ended ones go after a day. Called again until it is done.
   */
  purge(now: Date, limit: number): Promise<PurgedBatch>
  /** The right to keep house, for one process among all instances; null where another has it, or has done it lately. */
  claimHousekeeping(now: Date, leaseMs: number): Promise<number | null>
  /** Keeps everybody else away until then; false where another process has claimed it since. */
  holdHousekeeping(fence: number, until: Date): Promise<boolean>
  close(): Promise<void>
}
