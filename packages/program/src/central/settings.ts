import type { Secret } from '../platform/index.ts'

/** The checked settings of the client of the identity service. */
export interface CentralSettings {
  readonly baseUrl: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: () => Promise<Secret>
  readonly callbackUrl: string
  readonly timeoutMs: number
  readonly outboundTokenPerMinute: number
  readonly outboundIntrospectPerMinute: number
}
