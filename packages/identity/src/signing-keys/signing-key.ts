import { plusSeconds, type UnixSeconds, unixSeconds } from '../platform/clock.ts'

/** How long an ID token is valid, and so anything that a key signs. */
export const ID_TOKEN_LIFETIME_SECONDS = 900

/** How long a program may keep the key set (`Cache-Control: max-age`). */
export const KEY_SET_MAX_AGE_SECONDS = 300

/** How often a running service reads the keys again. It sees a rotation within 15 seconds. */
export const KEY_RELOAD_SECONDS = 5

/** How long a new key is published before it signs, so that every program has read it. */
export const ANNOUNCED_SECONDS = 2 * KEY_SET_MAX_AGE_SECONDS

/** How much the clocks of programs may differ. */
const SKEW_SECONDS = 60

/** A public RSA key for programs (RFC 7517 section 4, RFC 7518 section 6.3.1). */
export interface PublicJwk {
  readonly kty: 'RSA'
  readonly kid: string
  readonly alg: 'RS256'
  readonly use: 'sig'
  readonly n: string
  readonly e: string
}

/** What is stored of a key. */
export interface StoredSigningKey {
  readonly kid: string
  readonly publicJwk: PublicJwk
  /** The private key (PKCS#8, DER), or its place in a token (RFC 7512); sealed. */
  readonly sealedPrivate: Buffer
  readonly createdAt: UnixSeconds
  readonly signsFrom: UnixSeconds
  /** The instant of an emergency rotation that withdrew the key; null for none. No clock brings the key back. */
  readonly publishedUntil: UnixSeconds | null
}

/** What a key does at an instant. */
export type KeyStage =
  | { readonly stage: 'announced'; readonly signsFrom: UnixSeconds }
  | { readonly stage: 'signing' }
  | { readonly stage: 'retiring'; readonly publishedUntil: UnixSeconds }
  | { readonly stage: 'withdrawn' }

/** Whether a key at this stage signs now or later. */
export function mayStillSign(stage: KeyStage | undefined): boolean {
  return stage?.stage === 'signing' || stage?.stage === 'announced'
}

/** The additional data of a sealed private key. A sealed key that was moved to another row does not open. */
export function sealingContext(kid: string): string {
  return `signing key ${kid}`
}

/**
 * When the next key signs: after every program has read it, and after all earlier keys, even where a clock that was
 * ahead made those. So keys sign in the order in which they were made.
 */
export function signsAfter(keys: readonly StoredSigningKey[], now: UnixSeconds): UnixSeconds {
  const latest = liveInOrder(keys).at(-1)
  return unixSeconds(Math.max(now + ANNOUNCED_SECONDS, (latest?.signsFrom ?? 0) + 1))
}

/**
 * What each key does now: the newest whose time has come signs, older ones retire, younger ones are announced. Where
 * this clock is behind the clock that made the keys, the oldest signs. One key always signs.
 */
export function stagesOf(keys: readonly StoredSigningKey[], now: UnixSeconds): Map<string, KeyStage> {
  const live = liveInOrder(keys)
  const signing = live.findLast((key) => key.signsFrom <= now) ?? live[0]
  const stages = new Map<string, KeyStage>(keys.map(({ kid }) => [kid, { stage: 'withdrawn' }]))
  live.forEach((key, index) => {
    stages.set(key.kid, key === signing ? { stage: 'signing' } : stageOf(key, live[index + 1], now))
  })
  return stages
}

function liveInOrder(keys: readonly StoredSigningKey[]): readonly StoredSigningKey[] {
  return keys
    .filter((key) => key.publishedUntil === null)
    .sort((a, b) => a.signsFrom - b.signsFrom || a.createdAt - b.createdAt)
}

function stageOf(key: StoredSigningKey, successor: StoredSigningKey | undefined, now: UnixSeconds): KeyStage {
  if (key.signsFrom > now || !successor) return { stage: 'announced', signsFrom: key.signsFrom }
  const publishedUntil = plusSeconds(
    successor.signsFrom,
    ID_TOKEN_LIFETIME_SECONDS + KEY_RELOAD_SECONDS + SKEW_SECONDS,
  )
  return publishedUntil > now ? { stage: 'retiring', publishedUntil } : { stage: 'withdrawn' }
}
