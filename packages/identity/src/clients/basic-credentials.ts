import { decodeComponent } from '../platform/http/parameters.ts'

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2})$/i

/** The id and the secret from the header. */
export interface BasicCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * Reads `Authorization: Basic` (RFC 7617 section 2): splits at the first colon, then decodes each half as
 * form-urlencoded (RFC 6749 section 2.3.1). Nothing where the header is missing, malformed or of another scheme.
 */
export function readBasicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const encoded = BASIC.exec(authorization ?? '')?.[1]
  if (!encoded) return undefined
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = pair.indexOf(':')
  if (colon < 1) return undefined
  try {
    const clientId = decodeComponent(pair.slice(0, colon))
    const clientSecret = decodeComponent(pair.slice(colon + 1))
    return clientId.includes('\0') || clientSecret === '' ? undefined : { clientId, clientSecret }
  } catch {
    return undefined
  }
}
