import type { Logger, WatchedConnection } from '@portico/program'
import type { GateSso } from '../guard.ts'
import type { IdentityHeaders, IdentitySigner } from '../identity-header/index.ts'
import type { PathGuard } from '../paths/index.ts'
import type { CrossOrigin, TrustedAddresses } from '../platform/index.ts'
import type { ReverseProxyConfig } from './reverse-proxy-config.ts'
import type { Upstream } from './upstream.ts'

/** What the proxy is made of. */
export interface ReverseProxyNeeds {
  readonly sso: GateSso
  readonly signer: IdentitySigner
  readonly guard: PathGuard
  readonly config: ReverseProxyConfig
  /** Own proxies in front of the gate. */
  readonly trusted: TrustedAddresses
  /** The origins of apps. */
  readonly crossOrigin: CrossOrigin
  readonly programUrl: URL
  /** The name of the session cookie, with its prefix. The cookies of sign-ins begin with it. */
  readonly cookieName: string
  readonly log: Logger
}

/** What it takes to forward a request, too. */
export interface ForwardingNeeds extends ReverseProxyNeeds {
  readonly upstream: Upstream
  /** Aborts when connections that stay open must end. */
  readonly closing: AbortSignal
}

/** Whom an answer is for, as far as caches and addresses matter: a ticket in the address is one more thing to keep secret. */
export type AnswerFor = 'everybody' | 'citizen' | 'ticket'

/** A request that may be passed on. */
export interface Admitted {
  readonly identity: IdentityHeaders
  /** What is authenticated again while the connection stays open. Null for a visitor. */
  readonly watched: WatchedConnection | null
  /** The path and the query for the back end. */
  readonly path: string
  readonly answerFor: AnswerFor
}
