import type { Clock } from '../platform/index.ts'
import type { FakeKeys, LazyKeys } from './fake-keys.ts'

/** The kinds of outage. */
export type Outage = 'refused' | 'timeout' | '500' | '429' | 'off'

/**
 * Where the connection breaks: before the request arrives, after it was handled, or after this many bytes of the
 * response.
 */
export type Cut = 'before' | 'after' | number

/** What is wrong with the next ID token. */
export type TamperedField =
  | 'iss'
  | 'aud'
  | 'azp'
  | 'nonce'
  | 'exp'
  | 'iat'
  | 'alg'
  | 'sid'
  | 'security_version'
  | 'email_verified'
  | 'signature'

/** An ID token before it is signed, and the key for it. */
export interface IdTokenDraft {
  readonly claims: Readonly<Record<string, unknown>>
  readonly accessToken: string
  readonly keys: FakeKeys
}

/** Makes a forged ID token from a genuine draft. */
export type ForgeIdToken = (draft: IdTokenDraft) => string | Promise<string>

/** A citizen with a central account. */
export interface FakeCitizen {
  readonly subject: string
  email: string
  name: string
  emailVerified: boolean
  securityVersion: number
  suspended: boolean
  /** What the ID tokens of the citizen's next sign-in say as `acr`. Null for nothing. */
  acr: string | null
  /** When the citizen last signed in, in seconds. */
  signedInAt: number
  /** The central sessions that are open. */
  readonly sessions: Set<string>
}

/** What a code or a token was issued for. */
export interface FakeGrant {
  readonly subject: string
  readonly sid: string
  readonly securityVersion: number
  readonly expiresAt: number
  /** All tokens that came from one code have the same family. */
  readonly family: string
}

/** A spent refresh token, and the response to it. */
export interface FakeRotation {
  readonly family: string
  readonly idempotencyKey: string | null
  readonly answer: { readonly refresh_token: string }
  readonly at: number
}

/** The feed of ended sessions. Null where the fake has none. */
export interface FakeFeed {
  isThere: boolean
  /** Cursors of another life are unknown. */
  life: number
  readonly ended: string[]
  readonly waiting: Set<() => void>
}

/** What a code was asked with, and how its citizen signed in. */
export interface FakeRequest {
  readonly nonce: string
  readonly challenge: string
  readonly redirectUri: string
  readonly signedInAt: number
  readonly acr: string | null
}

/** The state of the fake. */
export interface FakeState {
  readonly baseUrl: string
  readonly clientId: string
  clientSecret: string
  readonly clock: Clock
  keys: LazyKeys
  outage: Outage
  tamper: TamperedField | null
  forge: ForgeIdToken | null
  skewSeconds: number
  readonly log: { method: string; path: string; at: Date }[]
  readonly citizens: Map<string, FakeCitizen>
  readonly codes: Map<string, FakeGrant & FakeRequest>
  readonly access: Map<string, FakeGrant>
  readonly refresh: Map<string, FakeGrant>
  readonly rotations: Map<string, FakeRotation>
  readonly feed: FakeFeed
  /** How the next responses of the token endpoint are lost. */
  cuts: Cut[]
}

/** The time of the fake, in seconds. */
export function secondsOf(state: FakeState): number {
  return Math.floor(state.clock.now().getTime() / 1000) + state.skewSeconds
}

/** Whether a grant is alive. */
export function isAlive(state: FakeState, grant: FakeGrant | undefined): grant is FakeGrant {
  const citizen = grant && state.citizens.get(grant.subject)
  if (!grant || !citizen || citizen.suspended || !citizen.sessions.has(grant.sid)) return false
  return citizen.securityVersion === grant.securityVersion && grant.expiresAt > secondsOf(state)
}

/** Whether a request has the client's HTTP Basic credentials. They are form-urlencoded (RFC 6749 section 2.3.1). */
export function isClient(state: FakeState, request: Request): boolean {
  const [, encoded = ''] = /^Basic ([\w+/=]+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  const [id = '', secret = ''] = atob(encoded).split(':').map(decoded)
  return id === state.clientId && secret === state.clientSecret
}

function decoded(part: string): string {
  return new URLSearchParams(`part=${part}`).get('part') ?? ''
}
