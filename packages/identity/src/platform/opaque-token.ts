import type { Random } from './random.ts'
import { uuidFromBytes } from './random.ts'
import { Secret, sha256 } from './secret.ts'

const SECRET_BYTES = 32
const BODY = /^[A-Za-z0-9_-]{64}$/

/** Characters of base64url that hold the locator. */
const LOCATOR_CHARACTERS = 22

/**
 * The kinds of bearer value that Portico hands out, but for refresh tokens, which name more than their citizen and are
 * the room `access`' own. Each has its own prefix, so that none passes for another; the browser's cookie carries none,
 * because its name says what it is.
 */
export const TOKEN_PREFIXES = {
  'access-token': 'pat_',
  'authorization-code': 'pac_',
  'registration-link': 'pgl_',
  'recovery-link': 'prl_',
  'browser-link': 'pbl_',
  'verification-link': 'pvl_',
  session: '',
} as const

/** A kind of bearer value. */
export type TokenKind = keyof typeof TOKEN_PREFIXES

/** Where a token's rows live and what they are found by: one primary-key read `(citizen_id, hash)`. */
export interface TokenKey {
  /** The citizen's internal random id: it says where to look, and is never the subject. */
  readonly citizenId: string
  /** SHA-256 of the whole value; the value itself is never stored. */
  readonly hash: Buffer
}

/** A token at the moment it is made: the value for its bearer, the key for the table. */
export interface MintedToken extends TokenKey {
  readonly value: Secret
}

/** Makes a token: prefix, then base64url of the citizen's locator (16 bytes) and a secret (32 bytes). */
export function mintToken(random: Random, kind: TokenKind, citizenId: string): MintedToken {
  const locator = Buffer.from(citizenId.replaceAll('-', ''), 'hex')
  const body = Buffer.concat([locator, random.bytes(SECRET_BYTES)]).toString('base64url')
  const value = TOKEN_PREFIXES[kind] + body
  return { value: new Secret(value), citizenId, hash: sha256(value) }
}

/** Reads a token of exactly this kind, or nothing: a wrong prefix, length or letter is no token. */
export function readToken(kind: TokenKind, value: string): TokenKey | undefined {
  const prefix = TOKEN_PREFIXES[kind]
  if (!value.startsWith(prefix)) return undefined
  const body = value.slice(prefix.length)
  if (!BODY.test(body)) return undefined
  const locator = Buffer.from(body.slice(0, LOCATOR_CHARACTERS), 'base64url')
  return { citizenId: uuidFromBytes(locator), hash: sha256(value) }
}
