import type { Signer } from '../../signing-keys/index.ts'

/**
 * The citizen that an `id_token_hint` names (OpenID Connect Core section 3.1.2.1). It may be expired, because it only
 * says whom the program means, but this service must have signed it. Hints are rare, so the code that reads them is
 * loaded at the first one.
 */
export async function subjectOfHint(
  signer: Signer,
  issuer: string,
  hint: string,
): Promise<string | undefined> {
  try {
    const { compactVerify, createLocalJWKSet, decodeJwt } = await import('jose')
    const { keys } = await signer.publicKeys()
    await compactVerify(hint, createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) }), {
      algorithms: ['RS256'],
    })
    const claims = decodeJwt(hint)
    return claims.iss === issuer ? claims.sub : undefined
  } catch {
    return undefined
  }
}
