import { constants, createHmac, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import type { Flaw } from './flaws.ts'

type Claims = Readonly<Record<string, unknown>>

interface Header {
  readonly alg?: string | undefined
  readonly kid?: string
  readonly jwk?: JsonWebKey
}

/** What the small program knows when it checks an ID token. */
export interface CheckNeeds {
  readonly issuer: string
  readonly clientId: string
  readonly nonce: string
  /** The published keys; read again where `again` says so. */
  keys(again: boolean): Promise<readonly (JsonWebKey & { readonly kid?: string })[]>
  has(flaw: Flaw): boolean
}

/** Returns the claims of an ID token. Throws where a check fails that the program does not leave out. */
export async function checkIdToken(needs: CheckNeeds, token: string): Promise<Claims> {
  const [head = '', body = '', signature = ''] = token.split('.')
  const header = decoded(head) as Header
  const claims = decoded(body)
  if (!(await isSigned(needs, header, { signed: `${head}.${body}`, signature }))) throw new Error('signature')
  const now = Date.now() / 1000
  const { has, issuer, clientId, nonce } = needs
  const audiences = [claims['aud']].flat()
  const checks: readonly (readonly [Flaw, boolean])[] = [
    ['no-issuer-check', claims['iss'] === issuer],
    ['no-audience-check', audiences.includes(clientId)],
    ['no-azp-check', audiences.length < 2 || claims['azp'] === clientId],
    [
      'no-nonce-check',
      claims['nonce'] === nonce || (has('nonce-checked-where-present') && !('nonce' in claims)),
    ],
    ['no-expiry-check', Number(claims['exp']) > now - 60],
    ['no-future-check', Number(claims['iat']) < now + 60],
    ['no-subject-check', typeof claims['sub'] === 'string'],
    ['no-sid-check', typeof claims['sid'] === 'string'],
    ['no-verified-address-check', claims['email_verified'] === true],
  ]
  const failed = checks.find(([flaw, isRight]) => !isRight && !has(flaw))
  if (failed) throw new Error(failed[0])
  return claims
}

interface Signed {
  readonly signed: string
  readonly signature: string
}

async function isSigned(needs: CheckNeeds, header: Header, { signed, signature }: Signed): Promise<boolean> {
  const { has, keys } = needs
  if (has('no-signature-check') || (header.alg === 'none' && has('takes-unsigned-tokens'))) return true
  const named = ({ kid }: { readonly kid?: string }) => kid === header.kid
  const known = (await keys(false)).find(named)
  if (header.alg === 'HS256')
    return has('takes-hmac') && known !== undefined && hmac(known, signed) === signature
  const key = known ?? (await keys(true)).find(named)
  return isSignedBy(needs, broughtOr(needs, header, key), { alg: header.alg, signed, signature })
}

function broughtOr(
  { has }: CheckNeeds,
  { jwk }: Header,
  key: JsonWebKey | undefined,
): JsonWebKey | undefined {
  return has('takes-keys-from-the-token') ? (jwk ?? key) : key
}

function isSignedBy(
  { has }: CheckNeeds,
  key: JsonWebKey | undefined,
  { alg, signed, signature }: Signed & Pick<Header, 'alg'>,
): boolean {
  if (!key) return has('takes-unknown-keys')
  const publicKey = createPublicKey({ key, format: 'jwk' })
  const isGood = (hash: string, padding = constants.RSA_PKCS1_PADDING) =>
    verify(hash, Buffer.from(signed), { key: publicKey, padding }, Buffer.from(signature, 'base64url'))
  if (alg === 'RS384') return (has('takes-rs384') || has('takes-any-rsa-hash')) && isGood('RSA-SHA384')
  if (alg === 'RS512') return has('takes-any-rsa-hash') && isGood('RSA-SHA512')
  if (alg === 'PS256') return has('takes-ps256') && isGood('RSA-SHA256', constants.RSA_PKCS1_PSS_PADDING)
  return alg === 'RS256' && isGood('RSA-SHA256')
}

function hmac(key: JsonWebKey, signed: string): string {
  const pem = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
  return createHmac('sha256', pem).update(signed).digest('base64url')
}

function decoded(part: string): Claims {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
  return Object.fromEntries(Object.entries(value ?? {}))
}
