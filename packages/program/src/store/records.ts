/** base64url(SHA-256(value)). */
export type Hash = string

/** Every cause that ends a local session. */
export const SESSION_END_CAUSES = [
  'logout',
  'central_ended',
  'security_version_changed',
  'refresh_reuse',
  'absolute_expiry',
  'revoked_by_program',
] as const

/** Why a local session ended. */
export type SessionEndCause = (typeof SESSION_END_CAUSES)[number]

/** A throttle: at most `limit` requests in a window. */
export interface ThrottleRule {
  readonly limit: number
  readonly windowMs: number
}

/** The local session that began a link. */
export interface LinkStart {
  readonly accountId: string
  /** `sso:<session id>`, or `legacy:<the program's own reference>`. */
  readonly sessionRef: string
}

/** A sign-in between begin and callback. `sealed` holds the verifier and the nonce of the backend, encrypted. */
export interface PendingRow {
  readonly stateHash: Hash
  readonly sealed: Uint8Array
  readonly keyId: string
  readonly challenge: string
  readonly returnUri: string
  readonly link: LinkStart | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A sign-in between callback and exchange. `sealed` holds the identity and its central tokens, encrypted. */
export interface HandoffRow {
  readonly codeHash: Hash
  readonly challenge: string
  readonly issuer: string
  readonly subject: string
  readonly link: LinkStart | null
  readonly sealed: Uint8Array
  readonly keyId: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A link between a citizen and an account. It is unique in both directions. */
export interface IdentityRow {
  readonly issuer: string
  readonly subject: string
  readonly accountId: string
  readonly via: 'provisioned' | 'linked'
  readonly linkedAt: Date
}

/** A one-time ticket of a session, for an address that a browser opens without a bearer. */
export interface TicketRow {
  readonly ticketHash: Hash
  readonly sessionId: string
  /** The hash of the only address that it opens. Null: each address that takes tickets. */
  readonly addressHash: Hash | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The encrypted central tokens of a session, and the values that introspection must return again. */
export interface SealedCentral {
  readonly sealed: Uint8Array
  readonly keyId: string
  readonly accessExpiresAt: Date
  readonly sid: string
  readonly securityVersion: number
}

/** The hashes of a new pair of local tokens. */
export interface NewTokens {
  readonly accessHash: Hash
  readonly accessExpiresAt: Date
  readonly refreshHash: Hash
}

/** The browser that a session was opened with, for a citizen who has to recognise it. No decision depends on it. */
export interface SessionDevice {
  /** The name of the browser, such as `Firefox`. Null if nobody knows it. */
  readonly browser: string | null
  /** The name of its operating system, such as `Linux`. Null if nobody knows it. */
  readonly system: string | null
  /** An IPv4 address, or the /64 network of an IPv6 address. Null unless the program keeps addresses. */
  readonly ipAddress: string | null
}

/** A new session, as it is inserted. */
export interface NewSession extends NewTokens {
  readonly id: string
  readonly accountId: string
  readonly issuer: string
  readonly subject: string
  readonly central: SealedCentral
  readonly centralCheckedAt: Date
  readonly createdAt: Date
  readonly expiresAt: Date
  /** When the citizen signed in at the identity service. Null if it did not say so. */
  readonly authenticatedAt: Date | null
  /** The class of that sign-in. Null if it did not say so. */
  readonly acr: string | null
  readonly device: SessionDevice
}

/** A local session, as it is read. */
export interface SessionRow {
  readonly id: string
  readonly accountId: string
  readonly issuer: string
  readonly subject: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date
  readonly centralCheckedAt: Date
  /** When the central access token expires. Of no meaning after the end of the session. */
  readonly centralAccessExpiresAt: Date
  readonly generation: number
  readonly endedCause: SessionEndCause | null
  /** When the citizen signed in at the identity service. Null if it did not say so, so that it counts as long ago. */
  readonly authenticatedAt: Date | null
  /** The class of that sign-in. Null if it did not say so. */
  readonly acr: string | null
  readonly device: SessionDevice
  /** The time of the store when it read this row. Expiry and age are compared with it. */
  readonly readAt: Date
}
