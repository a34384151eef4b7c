import { type Random, uuidFromBytes } from '../platform/random.ts'
import { Secret, sha256 } from '../platform/secret.ts'

const PREFIX = 'prt_'
const LOCATOR_BYTES = 16
const SECRET_BYTES = 24
const CHECK_BYTES = 4
const NAMED_BYTES = 2 * LOCATOR_BYTES + SECRET_BYTES

/** Base64url of 60 bytes. No bits are unused, so each token has one spelling. */
const BODY = /^[A-Za-z0-9_-]{80}$/

/** What a refresh token contains: its citizen, its grant, and by its hash which token of the grant it is. */
export interface RefreshTokenKey {
  readonly citizenId: string
  readonly grantId: string
  /** SHA-256 of the whole value. The value itself is not stored. */
  readonly hash: Buffer
}

/** A new refresh token: the value for the program, and its key. */
export interface MintedRefreshToken extends RefreshTokenKey {
  readonly value: Secret
}

/**
 * Makes a refresh token: the prefix, then base64url of the citizen and the grant (16 bytes each), a secret (24 bytes)
 * and the first four bytes of their SHA-256. A grant stores only its current token. Any other token with the grant's
 * random id was its token before, because nothing else contains that id. The last four bytes tell such a token from one
 * that was damaged on its way, which must end nothing.
 */
export function mintRefreshToken(
  random: Random,
  { citizenId, grantId }: Omit<RefreshTokenKey, 'hash'>,
): MintedRefreshToken {
  const named = Buffer.concat([locator(citizenId), locator(grantId), random.bytes(SECRET_BYTES)])
  const value = PREFIX + Buffer.concat([named, checkOf(named)]).toString('base64url')
  return { value: new Secret(value), citizenId, grantId, hash: sha256(value) }
}

/** Reads a refresh token. A wrong prefix, length, character or checksum gives nothing. */
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
