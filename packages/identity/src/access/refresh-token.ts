import { type Random, uuidFromBytes } from '../platform/random.ts'
import { Secret, sha256 } from '../platform/secret.ts'

const PREFIX = 'prt_'
const LOCATOR_BYTES = 16
const SECRET_BYTES = 24
const CHECK_BYTES = 4
const NAMED_BYTES = 2 * LOCATOR_BYTES + SECRET_BYTES

/** Base64url of 60 bytes: no bits are left over, so each token is written in one way. */
const BODY = /^[A-Za-z0-9_-]{80}$/

/** What a refresh token says of itself: its grant, and by its hash which of the grant's tokens it is. */
export interface RefreshTokenKey {
  readonly citizenId: string
  readonly grantId: string
  /** SHA-256 of the whole value; the value itself is never stored. */
  readonly hash: Buffer
}

/** A refresh token at the moment it is made. */
export interface MintedRefreshToken extends RefreshTokenKey {
  readonly value: Secret
}

/**
 * Makes a refresh token: prefix, then base64url of its citizen and its grant (16 bytes each), a secret (24 bytes) and the
 * first four bytes of their SHA-256. A grant knows only its living token; any other one that names it was its token
 * before, because nothing else carries a grant's random id. The last four bytes tell such a token from one that was
 * mangled on its way, which must end nothing.
 */
export function mintRefreshToken(
  random: Random,
  grant: { readonly citizenId: string; readonly grantId: string },
): MintedRefreshToken {
  const { citizenId, grantId } = grant
  const named = Buffer.concat([locator(citizenId), locator(grantId), random.bytes(SECRET_BYTES)])
  const value = PREFIX + Buffer.concat([named, checkOf(named)]).toString('base64url')
  return { value: new Secret(value), citizenId, grantId, hash: sha256(value) }
}

/** Reads a refresh token, or nothing: a wrong prefix, length, letter or check is no refresh token. */
export function readRefreshToken(value: string): RefreshTokenKey | undefined {
  if (!value.startsWith(PREFIX) || !BODY.test(value.slice(PREFIX.length))) return undefined
  const body = Buffer.from(value.slice(PREFIX.length), 'base64url')
  const named = body.subarray(0, NAMED_BYTES)
  if (!checkOf(named).equals(body.subarray(NAMED_BYTES))) return undefined
  return {
    citizenId: uuidFromBytes(named.subarray(0, LOCATOR_BYTES)),
    grantId: uuidFromBytes(named.subarray(LOCATOR_BYTES, 2 * LOCATOR_BYTES)),
    hash: sha256(value),
  }
}

function locator(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function checkOf(named: Buffer): Buffer {
  return sha256(named).subarray(0, CHECK_BYTES)
}
