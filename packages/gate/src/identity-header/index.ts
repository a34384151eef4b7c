/**
 * What the back end is told about a citizen: a header that is signed for a minute, the keys that verify it, and plain
 * headers where they are wanted. Who is signed in is decided before.
 */
export {
  type IdentityHeaderConfig,
  readIdentityHeader,
} from './identity-header-config.ts'
export {
  createIdentitySigner,
  type IdentityHeaders,
  type IdentitySigner,
  type SignedInCitizen,
} from './identity-signer.ts'
export { deriveSigningKeys, type SigningKey } from './signing-keys.ts'
export { isOnlyFromProxies } from './stripped-headers.ts'
