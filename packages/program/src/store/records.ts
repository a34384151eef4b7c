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

/** So many in so long. */
export interface ThrottleRule {
  readonly limit: number
  readonly windowMs: number
}

/** The local session that asked to link its account. */
export interface LinkStart {
  readonly accountId: string
  /** `sso:<session id>`, or `legacy:<reference of the program's own>`. */
  readonly sessionRef: string
}

/** A sign-in between begin and callback; sealed: the backend's verifier and nonce. */
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

/** A sign-in between callback and exchange; sealed: the identity and its central tokens. */
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

/** The only mapping between citizens and accounts, unique both ways. */
export interface IdentityRow {
  readonly issuer: string
  readonly subject: string
  readonly accountId: string
  readonly via: 'provisioned' | 'linked'
  readonly linkedAt: Date
}

/** A session's central tokens, sealed, with what introspection must repeat. */
export interface SealedCentral {
  readonly sealed: Uint8Array
  readonly keyId: string
  readonly accessExpiresAt: Date
  readonly sid: string
  readonly securityVersion: number
}

/** Hashes of a fresh pair of local tokens. */
export interface NewTokens {
  readonly accessHash: Hash
  readonly accessExpiresAt: Date
  readonly refreshHash: Hash
}

/** A session as it is first written. */
export interface NewSession extends NewTokens {
  readonly id: string
  readonly accountId: string
  readonly issuer: string
  readonly subject: string
  readonly central: SealedCentral
  readonly centralCheckedAt: Date
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** A session as it is read. */
export interface SessionRow {
  readonly id: string
  readonly accountId: string
  readonly issuer: string
  readonly subject: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date
  readonly centralCheckedAt: Date
  readonly generation: number
  readonly endedCause: SessionEndCause | null
  /** The store's clock when it read this row: ages and ends are judged by it. */
  readonly readAt: Date
}
