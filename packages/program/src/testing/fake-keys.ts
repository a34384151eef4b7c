import { bytesToBase64Url, systemRandom, textToBytes } from '../platform/index.ts'

/** A signing key of the fake, with what it publishes. */
export interface FakeKeys {
  readonly published: Readonly<Record<string, unknown>>
  sign(claims: Readonly<Record<string, unknown>>, header?: Readonly<Record<string, unknown>>): Promise<string>
}

/** Makes a fresh RSA key with a name of its own. */
export async function createFakeKeys(): Promise<FakeKeys> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  }
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const { kty, n, e } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const kid = bytesToBase64Url(systemRandom.bytes(8))
  return {
    published: { kty, n, e, kid, alg: 'RS256', use: 'sig' },
    async sign(claims, header = {}) {
      const part = (value: unknown) => bytesToBase64Url(textToBytes(JSON.stringify(value)))
      const input = `${part({ alg: 'RS256', typ: 'JWT', kid, ...header })}.${part(claims)}`
      const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', pair.privateKey, textToBytes(input))
      return `${input}.${bytesToBase64Url(new Uint8Array(signature))}`
    },
  }
}
