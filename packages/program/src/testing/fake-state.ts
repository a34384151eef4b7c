import type { Clock } from '../platform/index.ts'
import type { FakeKeys, LazyKeys } from './fake-keys.ts'

/** How the fake is away. */
export type Outage = 'refused' | 'timeout' | '500' | '429' | 'off'

/** Where the connection breaks: before the question is read, after it was answered, or so many bytes into the answer. */
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

/** An ID token as it is about to be issued, and the keys that sign and are published. */
export interface IdTokenDraft {
  readonly claims: Readonly<Record<string, unknown>>
  readonly accessToken: string
  readonly keys: FakeKeys
}

/** Makes another ID token of one that is about to be issued. */
export type ForgeIdToken = (draft: IdTokenDraft) => string | Promise<string>

/** Somebody with a central account. */
export interface FakeCitizen {
  readonly subject: string
  email: string
  name: string
  emailVerified: boolean
  securityVersion: number
  suspended: boolean
  /** The central sessions that are open. */
  readonly sessions: Set<string>
}

/** A code or token and what it stands for. */
export interface FakeGrant {
  readonly subject: string
  readonly sid: string
  readonly securityVersion: number
  readonly expiresAt: number
  /** What a code gave, and all that follows from it by refreshing. */
  readonly family: string
}

/** A refresh token that was used, and what was given for it. */
export interface FakeRotation {
  readonly family: string
  readonly idempotencyKey: string | null
  readonly answer: { readonly refresh_token: string }
  readonly at: number
}

/** Everything the fake knows. */
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
  readonly codes: Map<string, FakeGrant & { nonce: string; challenge: string; redirectUri: string }>
  readonly access: Map<string, FakeGrant>
  readonly refresh: Map<string, FakeGrant>
  readonly rotations: Map<string, FakeRotation>
  /** How the next answers of the token endpoint are lost. */
  cuts: Cut[]
}

/** The fake's own time, in seconds. */
export function secondsOf(state: FakeState): number {
  return Math.floor(state.clock.now().getTime() / 1000) + state.skewSeconds
}

/** Whether what a grant was given for still holds. */
export function isLive(state: FakeState, grant: FakeGrant | undefined): grant is FakeGrant {
  const citizen = grant && state.citizens.get(grant.subject)
  if (!grant || !citizen || citizen.suspended || !citizen.sessions.has(grant.sid)) return false
  return citizen.securityVersion === grant.securityVersion && grant.expiresAt > secondsOf(state)
}

/** Whether a request carries the client's HTTP Basic credentials, whatever characters were escaped in them (RFC 6749 section 2.3.1). */
export function isClient(state: FakeState, request: Request): boolean {
  const [, encoded = ''] = /^Basic ([\w+/=]+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  const [id = '', secret = ''] = atob(encoded).split(':').map(decoded)
  return id === state.clientId && secret === state.clientSecret
}

function decoded(part: string): string {
  return new URLSearchParams(`part=${part}`).get('part') ?? ''
}
