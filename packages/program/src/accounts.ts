import type { Secret } from './platform/index.ts'

declare const verified: unique symbol

/**
 * The citizen that a checked ID token names. Only the ID token check makes this value. It contains contact data and
 * no roles.
 */
export interface VerifiedIdentity {
  readonly [verified]: true
  readonly issuer: string
  readonly subject: string
  readonly sid: string
  readonly securityVersion: number
  /** Verified by the identity service. Contact data, not a key. */
  readonly email: string
  readonly name: string | null
  /** Never verified. */
  readonly phoneNumber: string | null
  /** When the citizen signed in, by the clock of the program. Null if the identity service did not say it: then it may be long ago. */
  readonly authenticatedAt: Date | null
  /** The class of that sign-in (`acr`). Null if the identity service did not say it. */
  readonly acr: string | null
  /**
   * The language in which the citizen reads the pages of the identity service, such as `de` or `zh-Hans` (BCP 47). Null if it did not say one.
   */
  readonly locale: string | null
}

/** The connection to the program's own accounts. */
export interface AccountAdapter<Account extends { id: string }, Tx = unknown> {
  /**
   * Reads an account. Null means that the account does not exist (any more): its sessions end, and the citizen's next
   * sign-in provisions a new one. For a blocked account, return the account and refuse its requests. If the account
   * cannot be read, throw. `tx` is the open transaction, if there is one: use its connection, otherwise a full pool
   * waits for itself.
   */
  load: LoadAccount<Account, Tx>
  /**
   * Creates the account at the first sign-in, and at the first sign-in after the account was deleted. Runs in the
   * transaction of the exchange. It must insert a row with an id that was never used, and must not search by email.
   * If it throws, nothing is written.
   */
  provision(identity: VerifiedIdentity, tx: Tx): Promise<{ accountId: string }>
  /**
   * Whether an account of the program has this address. True makes the callback answer `existing_account`. It only
   * reads, and accounts are never merged. `identity` is the citizen, who has no link here.
   */
  emailBelongsToLocalAccount(email: string, identity: VerifiedIdentity): Promise<boolean>
  /**
   * Called at the sign-in that links the account (after the old access was closed) and at every later one. Update
   * display copies here, such as the name and the language.
   */
  onSignIn?(accountId: string, identity: VerifiedIdentity, tx: Tx): Promise<void>
  /** Only for programs that have local passwords or old tokens. Without it, `link: true` is refused. */
  legacy?: LegacyAccounts<Tx>
}

/** Reads an account. `loadBySelect` makes one that also gives its SQL. */
export interface LoadAccount<Account, Tx = unknown> {
  (accountId: string, tx?: Tx): Promise<Account | null>
  /** For a store in the same database: a guarded request then reads the session and the account in one statement. */
  readonly rows?: AccountRows<Account>
}

/** The SQL of a `load`, and the function that reads a row. */
export interface AccountRows<Account> {
  /** The pool or client of the select. A store over another one does not use it. */
  readonly client: object
  /** One select that returns at most one row. `$account_id` stands for the account's id, as text. */
  readonly select: string
  /** Makes the account from a row, as the driver returns it. */
  readonly read: (row: Readonly<Record<string, unknown>>) => Account
}

/** The sign-in that the program had before. */
export interface LegacyAccounts<Tx = unknown> {
  /** Returns the account of an old bearer, or null. */
  authenticate(bearer: Secret, request: Request): Promise<{ accountId: string; sessionRef: string } | null>
  /**
   * Whether the citizen entered the password for this session a moment ago (for example five minutes). Only then may
   * the session begin a link, because a link is permanent. Without this function, a thief can use a stolen old token
   * to link the account to the thief's own central account.
   */
  isFresh?(sessionRef: string): Promise<boolean>
  /**
   * Returns the account of a browser's old session, by the cookies of the request, or null. In cookie mode, `link/` asks
   * it. Without this function, `link/` is refused.
   */
  authenticateBrowser?(request: Request): Promise<{ accountId: string; sessionRef: string } | null>
  /**
   * Disables the password and ends all old tokens. Runs in the transaction of the link. `identity` is the citizen that
   * the account belongs to from now on.
   */
  closeLegacyAccess(accountId: string, tx: Tx, identity: VerifiedIdentity): Promise<void>
  /** Whether the old session that began a link is still open. Without it, only the account is checked. */
  isOpen?(sessionRef: string, tx: Tx | null): Promise<boolean>
  /** Ends the old session at `logout/` with an old bearer. */
  revoke?(sessionRef: string): Promise<void>
}
