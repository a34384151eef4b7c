import { isIP } from 'node:net'

/** Who asks an authenticator: the host of the service, and the one origin whose answers count. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/**
 * The relying party of a base URL. Its id is the host, and browsers bind every passkey to it. Nothing where the host is an
 * IP address, because browsers then make no passkey (WebAuthn level 3 section 5.1.2).
 */
export function relyingPartyOf(baseUrl: string): RelyingParty | undefined {
  const { hostname, origin } = new URL(baseUrl)
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  return isAddress ? undefined : { id: hostname, origin }
}
