import type { Secret } from './platform/index.ts'

declare const verified: unique symbol

/**
 * Who the identity service says a citizen is. Only the ID-token check can make one. Contact data, never privileges:
 * there are no roles in it.
 */
export interface VerifiedIdentity {
  readonly [verified]: true
  readonly issuer: string
  readonly subject: string
  readonly sid: string
  readonly securityVersion: number
  /** Verified centrally; contact data, not a key. */
  readonly email: string
  readonly name: string | null
  /** Never verified. */
  readonly phoneNumber: string | null
  readonly authenticatedAt: Date
}

/** How the program's own users plug in. */
export interface AccountAdapter<Account extends { id: string }, Tx = unknown> {
  /**
   * Null means that there is no such account (any more): its sessions end, and the citizen's next sign-in provisions a
   * new one. Whoever only blocks an account returns it and refuses its requests. What cannot be read is thrown. `tx` is
   * the transaction under way, if any: use its connection then, or a full pool waits for itself.
   */
  load: LoadAccount<Account, Tx>
  /**
   * First sign-in, and the next one after the account was deleted, inside the exchange transaction. Must insert, under
   * an id that was never used before; must not look anybody up by email. Throw to refuse: nothing is written then.
   */
  provision(identity: VerifiedIdentity, tx: Tx): Promise<{ accountId: string }>
  /** Read-only: true makes the callback answer `existing_account`. Never used to merge. */
  emailBelongsToLocalAccount(email: string): Promise<boolean>
  /** The sign-in that links, after the old ways in are closed, and all later ones: refresh display copies such as the name. */
  onSignIn?(accountId: string, identity: VerifiedIdentity, tx: Tx): Promise<void>
  /** Only where citizens already have local passwords or old tokens; without it `link: true` is refused. */
  legacy?: LegacyAccounts<Tx>
}

/** Reads an account. One that `loadBySelect` has made also tells its SQL. */
export interface LoadAccount<Account, Tx = unknown> {
  (accountId: string, tx?: Tx): Promise<Account | null>
  /** For a store in the same database: a guarded request then reads session and account in one statement. */
  readonly rows?: AccountRows<Account>
}

/** The SQL of a `load`, and what it makes of a row. */
export interface AccountRows<Account> {
  /** The pool or client that the select is for; a store over another one does not use it. */
  readonly client: object
  /** One select of at most one row; `$account_id` stands for the account's id, a text. */
  readonly select: string
  /** The account of a row, as the driver gives it. */
  readonly read: (row: Readonly<Record<string, unknown>>) => Account
}

/** The sign-in that the program had before. */
export interface LegacyAccounts<Tx = unknown> {
  /** Who a bearer that is not ours belongs to; null means nobody. */
  authenticate(bearer: Secret, request: Request): Promise<{ accountId: string; sessionRef: string } | null>
  /**
   * Whether this session has proven its password a moment ago, five minutes say: only then may it begin a link, which is
   * for good. Without it a stolen old token may connect the account to the thief's own.
   */
  isFresh?(sessionRef: string): Promise<boolean>
  /** Same transaction as the link: switch the password off and end every older token. */
  closeLegacyAccess(accountId: string, tx: Tx): Promise<void>
  /** Whether the old session that began a link is still open; without it, only the account itself is looked for. */
  isOpen?(sessionRef: string, tx: Tx | null): Promise<boolean>
  /** `logout/` with an old bearer. */
  revoke?(sessionRef: string): Promise<void>
}
