/** The row that sealed tokens were taken from, which they open for alone; `revocation`: sealed for the list itself. */
export interface RevocationOrigin {
  readonly kind: 'session' | 'handoff' | 'revocation'
  /** The session's id, the handoff's code hash, or an id of its own. */
  readonly id: string
}

/** A central grant that nobody here uses any more, as it is put on the list of revocations: sealed tokens, as they were. */
export interface NewRevocation {
  readonly origin: RevocationOrigin
  readonly sealed: Uint8Array
  readonly keyId: string
  readonly createdAt: Date
}

/** One entry of the list, in the hands of whoever claimed it. */
export interface Revocation extends NewRevocation {
  readonly id: string
  /** Which try this is, from 1; a worker that is late has another number than the row, and settles nothing. */
  readonly tries: number
}

/** What became of a try: the entry is removed, or waits until then. */
export interface SettleRevocation {
  readonly id: string
  readonly tries: number
  readonly retryAt: Date | null
}

/** How many central grants wait to be revoked, and when the first of them was put on the list. */
export interface WaitingRevocations {
  readonly waiting: number
  readonly since: Date | null
}
