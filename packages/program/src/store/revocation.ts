/**
 * The row that the tokens were sealed for. They open only for it. `revocation`: they were sealed for the list itself.
 */
export interface RevocationOrigin {
  readonly kind: 'session' | 'handoff' | 'revocation'
  /** The id of the session, the code hash of the handoff, or a random id. */
  readonly id: string
}

/** A central grant for the list of revocations, with its tokens as they were sealed. */
export interface NewRevocation {
  readonly origin: RevocationOrigin
  readonly sealed: Uint8Array
  readonly keyId: string
  readonly createdAt: Date
}

/** An entry of the list that a worker has claimed. */
export interface Revocation extends NewRevocation {
  readonly id: string
  /** The number of this try, from 1. A late worker has an older number than the row, so it changes nothing. */
  readonly tries: number
}

/** The result of a try: the entry is removed, or is tried again at `retryAt`. */
export interface SettleRevocation {
  readonly id: string
  readonly tries: number
  readonly retryAt: Date | null
}

/** How many central grants wait to be revoked, and since when the oldest one waits. */
export interface WaitingRevocations {
  readonly waiting: number
  readonly since: Date | null
}
