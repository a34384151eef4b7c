import { type MintedRefreshToken, mintRefreshToken, type RefreshTokenKey } from '../../access/index.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { type MintedToken, mintToken } from '../../platform/opaque-token.ts'
import { bytesInOrder, type Random } from '../../platform/random.ts'
import type { RefreshRequest } from './token-request.ts'

/** The tokens that replace a refresh token. */
export interface Successor {
  readonly access: MintedToken
  readonly refresh: MintedRefreshToken
}

/**
 * Makes the tokens that replace a refresh token. With an `Idempotency-Key`, both are derived from the request and the
 * secret key: they can be returned again, and the database has only their hashes. Without one, they are random.
 */
export function newSuccessor(
  { random, keyring }: { readonly random: Random; readonly keyring: Keyring },
  token: RefreshTokenKey,
  request: RefreshRequest,
): Successor {
  const isRepeatable = request.idempotencyKey !== undefined
  return mintSuccessor(isRepeatable ? bytesInOrder(keyring.derive(wordsOf(request))) : random, token)
}

/** The tokens that this request may have received before, one pair for each secret key. Nothing where it cannot be repeated. */
export function possibleSuccessors(
  keyring: Keyring,
  token: RefreshTokenKey,
  request: RefreshRequest,
): readonly Successor[] {
  if (request.idempotencyKey === undefined) return []
  return keyring.deriveWithEach(wordsOf(request)).map((bytes) => mintSuccessor(bytesInOrder(bytes), token))
}

function mintSuccessor(source: Random, token: RefreshTokenKey): Successor {
  return {
    access: mintToken(source, 'access-token', token.citizenId),
    refresh: mintRefreshToken(source, token),
  }
}

/** One text for each request, under a label that only this use of the secret key has. */
function wordsOf({ refreshToken, idempotencyKey, scope }: RefreshRequest): string {
  return JSON.stringify(['refresh-token-successor', refreshToken, idempotencyKey, scope])
}
