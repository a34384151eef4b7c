import type { Random } from './random.ts'
import { uuidFromBytes } from './random.ts'
import { Secret, sha256 } from './secret.ts'

const SECRET_BYTES = 32
const BODY = /^[A-Za-z0-9_-]{64}$/

/** Characters of base64url for the locator. */
const LOCATOR_CHARACTERS = 22

/**
 * The prefix of each kind of bearer value, so that no kind is accepted as another one. The session cookie has none, because
 * the cookie has a name. Refresh tokens are missing here: they name their grant, too, and the room `access` makes them.
 */
export const TOKEN_PREFIXES = {
  'access-token': 'pat_',
  'authorization-code': 'pac_',
  'registration-link': 'pgl_',
  'recovery-link': 'prl_',
  'browser-link': 'pbl_',
  'verification-link': 'pvl_',
  'half-sign-in': 'phs_',
  session: '',
} as const

/** A kind of bearer value, by its name, or by its prefix where a room brings it. */
export type TokenKind = keyof typeof TOKEN_PREFIXES | `p${string}_`

const isNamed = (kind: TokenKind): kind is keyof typeof TOKEN_PREFIXES => Object.hasOwn(TOKEN_PREFIXES, kind)

/** What every value of this kind begins with. */
export const prefixOf = (kind: TokenKind): string => (isNamed(kind) ? TOKEN_PREFIXES[kind] : kind)

/** The primary key of a token's row: one read by `(citizen_id, hash)` finds it. */
export interface TokenKey {
  /** The citizen's internal random id: the first part of the key, and never the subject. */
  readonly citizenId: string
  /** SHA-256 of the whole value. The value itself is not stored. */
  readonly hash: Buffer
}

/** A new token: the value for its bearer, and the key for the table. */
export interface MintedToken extends TokenKey {
  readonly value: Secret
}

/** Makes a token: the prefix, then base64url of the citizen's id (16 bytes) and a secret (32 bytes). */
export function mintToken(random: Random, kind: TokenKind, citizenId: string): MintedToken {
  const locator = Buffer.from(citizenId.replaceAll('-', ''), 'hex')
  const body = Buffer.concat([locator, random.bytes(SECRET_BYTES)]).toString('base64url')
  const value = prefixOf(kind) + body
  return { value: new Secret(value), citizenId, hash: sha256(value) }
}

/** Reads a token of exactly this kind. A wrong prefix, length or character gives nothing. */
export function readToken(kind: TokenKind, value: string): TokenKey | undefined {
  const prefix = prefixOf(kind)
  if (!value.startsWith(prefix)) return undefined
  const body = value.slice(prefix.length)
  if (!BODY.test(body)) return undefined
  const locator = Buffer.from(body.slice(0, LOCATOR_CHARACTERS), 'base64url')
  return { citizenId: uuidFromBytes(locator), hash: sha256(value) }
}
