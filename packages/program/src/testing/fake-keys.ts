import { bytesToBase64Url, systemRandom, textToBytes } from '../platform/index.ts'

/** A signing key of the fake, and its public part. */
export interface FakeKeys {
  readonly published: Readonly<Record<string, unknown>>
  sign(claims: Readonly<Record<string, unknown>>, header?: Readonly<Record<string, unknown>>): Promise<string>
  /** Signs any header and payload, also invalid ones. */
  signText(header: string, payload: string): Promise<string>
}

/** A key that is made at its first use, because making one takes time. */
export type LazyKeys = () => Promise<FakeKeys>

/** Makes a key at the first call. Later calls return the same key. */
export const lazyKeys = (): LazyKeys => once(async () => createFakeKeys(await makePair()))

const firstPair = once(makePair)

/** The first key of a fake: all of a process have one pair, each under an id of its own. */
export const firstKeys = (): LazyKeys => once(async () => createFakeKeys(await firstPair()))

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}

function makePair() {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  }
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

/** Gives a pair a random key id. */
async function createFakeKeys(pair: Awaited<ReturnType<typeof makePair>>): Promise<FakeKeys> {
  const { kty, n, e } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const kid = bytesToBase64Url(systemRandom.bytes(8))
  const signText = async (header: string, payload: string) => {
    const input = [header, payload].map((text) => bytesToBase64Url(textToBytes(text))).join('.')
    const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', pair.privateKey, textToBytes(input))
    return `${input}.${bytesToBase64Url(new Uint8Array(signature))}`
  }
  return {
    published: { kty, n, e, kid, alg: 'RS256', use: 'sig' },
    signText,
    sign: (claims, header = {}) =>
      signText(JSON.stringify({ alg: 'RS256', typ: 'JWT', kid, ...header }), JSON.stringify(claims)),
  }
}
