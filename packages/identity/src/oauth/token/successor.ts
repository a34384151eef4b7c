import { type MintedRefreshToken, mintRefreshToken, type RefreshTokenKey } from '../../access/index.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { type MintedToken, mintToken } from '../../platform/opaque-token.ts'
import { bytesInOrder, type Random } from '../../platform/random.ts'
import type { RefreshRequest } from './token-request.ts'

/** What replaces a refresh token. */
export interface Successor {
  readonly access: MintedToken
  readonly refresh: MintedRefreshToken
}

/**
 * Makes what replaces a refresh token. Where the request has an `Idempotency-Key`, both tokens follow from the request
 * and the secret key, so that they can be told again and yet are stored as hashes alone; otherwise they are random.
 */
export function newSuccessor(
  { random, keyring }: { readonly random: Random; readonly keyring: Keyring },
  token: RefreshTokenKey,
  request: RefreshRequest,
): Successor {
  const isRepeatable = request.idempotencyKey !== undefined
  return mintSuccessor(isRepeatable ? bytesInOrder(keyring.derive(wordsOf(request))) : random, token)
}

/** What this request may have been given before, one for each secret key; nothing where it cannot be repeated. */
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

/** The request as one text that no other request has, under a label that no other use of the secret key has. */
function wordsOf({ refreshToken, idempotencyKey, scope }: RefreshRequest): string {
  return JSON.stringify(['refresh-token-successor', refreshToken, idempotencyKey, scope])
}
