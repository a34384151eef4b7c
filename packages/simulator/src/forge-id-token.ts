import { createHmac, createPublicKey } from 'node:crypto'
import type { Signer } from '@portico/identity/parts'
import { CompactSign, decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import type { FaultName } from './fault.ts'
import type { ForeignKey, RotatedKeys } from './foreign-key.ts'

/** What forgeries are made with. */
export interface ForgeNeeds {
  /** Signs with the published key of the service. */
  readonly signer: Pick<Signer, 'sign' | 'publicKeys'>
  /** A key that is never published. */
  readonly stranger: ForeignKey
  /** Keys that are published as soon as they sign. */
  readonly rotated: RotatedKeys
}

/** An ID token as the service made it, taken apart. */
interface Genuine {
  readonly token: string
  readonly claims: JWTPayload
  readonly kid: string
}

/** Claims to change; undefined removes one. */
type Changes = Readonly<Record<string, unknown>>

type Forge = (genuine: Genuine, needs: ForgeNeeds) => Promise<string | undefined>

const HOUR = 3600

/** How each fault changes a genuine ID token; undefined for no ID token at all. */
const FORGERIES: Readonly<Partial<Record<FaultName, Forge>>> = {
  'wrong-issuer': withClaims({ iss: 'https://another-issuer.example' }),
  'wrong-audience': withClaims({ aud: 'another-client' }),
  'wrong-azp': changing(({ aud }) => ({ aud: [String(aud), 'another-client'], azp: 'another-client' })),
  'wrong-nonce': withClaims({ nonce: 'the-nonce-of-another-sign-in' }),
  'no-nonce': withClaims({ nonce: undefined }),
  'no-subject': withClaims({ sub: undefined }),
  'no-session-id': withClaims({ sid: undefined }),
  'unverified-address': withClaims({ email_verified: false }),
  expired: changing(({ exp = 0, iat = 0 }) => ({ exp: iat - HOUR, iat: iat - HOUR - (exp - iat) })),
  'from-the-future': changing(({ exp = 0, iat = 0 }) => ({ exp: exp + HOUR, iat: iat + HOUR })),
  'wrong-signature': async ({ token }) => `${token.slice(0, -9)}${flipped(token.slice(-9))}`,
  'changed-claims': async ({ token, claims }) => {
    const [header, , signature] = token.split('.')
    return `${header}.${encoded({ ...claims, sub: 'another-subject' })}.${signature}`
  },
  'unknown-key': ({ claims }, { stranger }) => signedBy(stranger, claims, { kid: stranger.kid }),
  'borrowed-key-id': ({ claims, kid }, { stranger }) => signedBy(stranger, claims, { kid }),
  'brought-key': ({ claims }, { stranger }) => signedBy(stranger, claims, { jwk: stranger.publicJwk }),
  'key-just-rotated': async ({ claims }, { rotated }) => {
    const key = await rotated.use()
    return signedBy(key, claims, { kid: key.kid })
  },
  'rs384-signature': signedByOtherAlgorithm('RS384'),
  'rs512-signature': signedByOtherAlgorithm('RS512'),
  'ps256-signature': signedByOtherAlgorithm('PS256'),
  unsigned: async ({ claims }) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
  'hmac-signature': hmacByPublicKey,
  'no-id-token': async () => undefined,
}

/** The ID token with this fault. A fault that does not show in ID tokens leaves it as it is. */
export async function forgeIdToken(
  needs: ForgeNeeds,
  fault: FaultName,
  token: string,
): Promise<string | undefined> {
  const forge = FORGERIES[fault]
  if (!forge) return token
  return forge({ token, claims: decodeJwt(token), kid: decodeProtectedHeader(token).kid ?? '' }, needs)
}

/** The same ID token with its times moved back, signed again. */
export async function moveTimes(
  { signer }: Pick<ForgeNeeds, 'signer'>,
  token: string,
  backSeconds: number,
): Promise<string> {
  const claims = decodeJwt(token)
  const moved = ['iat', 'exp', 'auth_time'].map((name) => [name, Number(claims[name]) - backSeconds] as const)
  return signer.sign({ ...claims, ...Object.fromEntries(moved) })
}

function withClaims(changes: Changes): Forge {
  return changing(() => changes)
}

function changing(change: (claims: JWTPayload) => Changes): Forge {
  return ({ claims }, { signer }) => signer.sign({ ...claims, ...change(claims) })
}

async function hmacByPublicKey({ claims, kid }: Genuine, { signer }: ForgeNeeds): Promise<string> {
  const { keys } = await signer.publicKeys()
  const published = keys.find((key) => key.kid === kid)
  if (!published) throw new Error(`The key ${kid} is not published`)
  const pem = createPublicKey({ key: { ...published }, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  })
  const signed = `${encoded({ alg: 'HS256', kid })}.${encoded(claims)}`
  return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`
}

/** The key is published, and says that it is for RS256. */
function signedByOtherAlgorithm(alg: 'RS384' | 'RS512' | 'PS256'): Forge {
  return async ({ claims }, { rotated }) => {
    const key = await rotated.use()
    return signedBy(key, claims, { kid: key.kid, alg })
  }
}

async function signedBy(
  key: ForeignKey,
  claims: JWTPayload,
  header: Readonly<Record<string, unknown>>,
): Promise<string> {
  const payload = Buffer.from(JSON.stringify(claims))
  return new CompactSign(payload)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...header })
    .sign(key.privateKey)
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** Other characters in the same alphabet, so that the signature still decodes. */
function flipped(text: string): string {
  return `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
}
