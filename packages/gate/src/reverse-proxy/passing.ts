import type { VisitorRequest } from '@portico/program'
import type { GateSso } from '../guard.ts'
import type { IdentityHeaders, IdentitySigner } from '../identity-header/index.ts'
import type { TrustedAddresses } from '../platform/index.ts'
import type { ReverseProxyConfig } from './reverse-proxy-config.ts'
import type { Upstream } from './upstream.ts'

/** What the proxy is made of. */
export interface ReverseProxyNeeds {
  readonly sso: GateSso
  readonly signer: IdentitySigner
  readonly config: ReverseProxyConfig
  /** Own proxies in front of the gate. */
  readonly trusted: TrustedAddresses
  readonly programUrl: URL
  /** The name of the session cookie, with its prefix. The cookies of sign-ins begin with it. */
  readonly cookieName: string
  /** How old a central check may be. */
  readonly ceilingMs: number
}

/** What passing a request on needs, too. */
export interface PassingNeeds extends ReverseProxyNeeds {
  readonly upstream: Upstream
  /** Aborts when connections that stay open must end. */
  readonly closing: AbortSignal
}

/** A request that may be passed on. */
export interface Admitted {
  readonly identity: IdentityHeaders
  /** What is authenticated again while the connection stays open. Null for a visitor. */
  readonly watched: VisitorRequest | null
}
