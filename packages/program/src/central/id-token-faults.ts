import type { IDToken } from 'oauth4webapi'
import {
  type Bytes,
  base64ToBytes,
  bytesToBase64Url,
  bytesToText,
  hasRepeatedMembers,
  textToBytes,
} from '../platform/index.ts'
import { CLOCK_TOLERANCE_SECONDS } from './transport.ts'

/** An ID token, and the values that it is compared with. */
export interface IdTokenToCheck {
  readonly claims: IDToken
  /** The compact form, as received. */
  readonly compact: string
  readonly accessToken: string
  readonly clientId: string
  readonly now: Date
}

/**
 * Checks what the contract requires and the library does not check (contract section 4.3 rule 4). Returns the first
 * fault, for the log, or null. A fault never contains a value of the token.
 */
export async function faultOfIdToken(token: IdTokenToCheck): Promise<string | null> {
  const { claims, compact, accessToken, clientId, now } = token
  const untimely = faultOfTimes(claims, now)
  if (untimely !== null) return untimely
  if (isRepeating(compact)) return 'the ID token repeats a member'
  if (claims.azp !== undefined && claims.azp !== clientId) return 'azp: names another client'
  const fault = faultOfClaims(claims) ?? faultOfSignIn(claims, now)
  if (fault !== null) return fault
  const hash: unknown = claims['at_hash']
  if (hash === undefined || hash === (await accessTokenHash(accessToken))) return null
  return 'at_hash: does not match the access token'
}

/** The library checks the times with the machine's clock. This check uses the clock that was handed in. */
function faultOfTimes({ iat, exp, nbf }: IDToken, now: Date): string | null {
  const second = Math.floor(now.getTime() / 1000)
  if (iat > second + CLOCK_TOLERANCE_SECONDS) return futureToken(iat, now)
  if (exp <= second - CLOCK_TOLERANCE_SECONDS) return 'exp: expired'
  return nbf !== undefined && nbf > second + CLOCK_TOLERANCE_SECONDS ? 'nbf: not valid yet' : null
}

function faultOfClaims(claims: IDToken): string | null {
  const { sub, sid, security_version: version, email, email_verified: verified } = claims
  if (!isName(sub)) return 'sub: missing or too long'
  if (!isName(sid)) return 'sid: missing or too long'
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 0)
    return 'security_version: missing'
  if (verified !== true) return 'email_verified: not true'
  return isAddress(email) ? null : 'email: missing or not an address'
}

/** What the token says about the sign-in (OpenID Connect Core section 2). It need not say anything. */
function faultOfSignIn({ auth_time: signedInAt, acr }: IDToken, now: Date): string | null {
  const second = Math.floor(now.getTime() / 1000)
  if (signedInAt !== undefined && !(Number.isSafeInteger(signedInAt) && signedInAt > 0))
    return 'auth_time: not a time'
  if (signedInAt !== undefined && signedInAt > second + CLOCK_TOLERANCE_SECONDS)
    return 'auth_time: in the future'
  return acr === undefined || isName(acr) ? null : 'acr: not a name'
}

/** At most 255 printable ASCII characters (OpenID Connect Core section 2, `sub`). */
function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value)
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 320 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(value)
}

/** Whether a JSON object names a member twice (RFC 7515 section 4, RFC 7519 section 4). */
function isRepeating(compact: string): boolean {
  return compact
    .split('.', 2)
    .some((part) => hasRepeatedMembers(bytesToText(base64ToBytes(part) ?? new Uint8Array())))
}

/** The left half of SHA-256 (OpenID Connect Core section 3.1.3.6, for RS256). */
async function accessTokenHash(accessToken: string): Promise<string> {
  const whole: Bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', textToBytes(accessToken)))
  return bytesToBase64Url(whole.slice(0, 16))
}

function futureToken(iat: number, now: Date): string {
  const ahead = Math.round(iat - now.getTime() / 1000)
  return `iat: issued ${ahead} s in the future (limit ${CLOCK_TOLERANCE_SECONDS} s). This server's clock is ${now.toISOString()}. Sync the clock (chrony/ntpd)`
}
