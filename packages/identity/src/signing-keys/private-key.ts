import { createPublicKey, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { type KeyToken, TokenUnavailable } from '../platform/key-token.ts'
import { isInToken, type OpenedKey } from './open-key.ts'
import type { PublicJwk } from './signing-key.ts'

/** A private key, wherever it is. */
export interface PrivateKey {
  /** Whether it could sign now. */
  canSign(): Promise<boolean>
  /** Signs by RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 section 3.3). Throws TokenUnavailable. */
  sign(content: string): Promise<Buffer>
}

const signHere = promisify(sign)

/** The key, to sign with it. Without its token a key in one signs nothing. */
export function privateKeyOf(
  key: OpenedKey,
  {
    publicJwk: { kty, n, e },
    token,
  }: { readonly publicJwk: PublicJwk; readonly token: KeyToken | undefined },
): PrivateKey {
  if (!isInToken(key)) {
    return {
      canSign: async () => true,
      sign: (content) => signHere('RSA-SHA256', Buffer.from(content), key),
    }
  }
  const inToken = { uri: key.uri, publicKey: createPublicKey({ format: 'jwk', key: { kty, n, e } }) }
  return {
    canSign: async () => (await token?.canSign(inToken)) === true,
    async sign(content) {
      if (!token) throw new TokenUnavailable('The key that signs is in a token, and no setting names one')
      return token.sign(inToken, content)
    },
  }
}
