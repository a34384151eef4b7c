import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'

/** How long anything signed stays valid at most: the lifetime of an ID token. */
export const ID_TOKEN_LIFETIME_SECONDS = 900

/** How long a program may keep the key set (`Cache-Control: max-age` of the key set). */
export const KEY_SET_MAX_AGE_SECONDS = 300

/** A running service reads the keys again this often, so that it sees a rotation within 15 seconds. */
export const KEY_RELOAD_SECONDS = 5

/** A new key is published this long before it signs, so that every program has fetched it. */
export const ANNOUNCED_SECONDS = 2 * KEY_SET_MAX_AGE_SECONDS

/** Clocks of programs may differ by this much. */
const SKEW_SECONDS = 60

/** A public RSA key as programs get it (RFC 7517 section 4, RFC 7518 section 6.3.1). */
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
  readonly sealedPrivate: Buffer
  readonly createdAt: UnixSeconds
  readonly signsFrom: UnixSeconds
  /** Set by an emergency rotation: the key is withdrawn at this instant, whatever it signed. */
  readonly publishedUntil: UnixSeconds | null
}

/** What a key does at an instant. */
export type KeyStage =
  | { readonly stage: 'announced'; readonly signsFrom: UnixSeconds }
  | { readonly stage: 'signing' }
  | { readonly stage: 'retiring'; readonly publishedUntil: UnixSeconds }
  | { readonly stage: 'withdrawn' }

/** The context under which a private half is sealed: a sealed key moved to another row does not open. */
export function sealingContext(kid: string): string {
  return `signing key ${kid}`
}

/** What each key does now: the newest whose time has come signs, older ones retire, younger ones are announced. */
export function stagesOf(keys: readonly StoredSigningKey[], now: UnixSeconds): Map<string, KeyStage> {
  const inOrder = [...keys].sort((a, b) => a.signsFrom - b.signsFrom || a.createdAt - b.createdAt)
  const live = inOrder.filter((key) => key.publishedUntil === null || key.publishedUntil > now)
  const signing = live.findLast((key) => key.signsFrom <= now)
  const stages = new Map<string, KeyStage>()
  inOrder.forEach((key, index) =>
    stages.set(key.kid, stageOf(key, signing, successorAt(inOrder, index), now)),
  )
  return stages
}

function successorAt(inOrder: readonly StoredSigningKey[], index: number): UnixSeconds {
  return inOrder[index + 1]?.signsFrom ?? (0 as UnixSeconds)
}

function stageOf(
  key: StoredSigningKey,
  signing: StoredSigningKey | undefined,
  successorSignsFrom: UnixSeconds,
  now: UnixSeconds,
): KeyStage {
  if (key.publishedUntil !== null && key.publishedUntil <= now) return { stage: 'withdrawn' }
  if (key === signing) return { stage: 'signing' }
  if (key.signsFrom > now) return { stage: 'announced', signsFrom: key.signsFrom }
  const publishedUntil = plusSeconds(
    successorSignsFrom,
    ID_TOKEN_LIFETIME_SECONDS + KEY_RELOAD_SECONDS + SKEW_SECONDS,
  )
  return publishedUntil > now ? { stage: 'retiring', publishedUntil } : { stage: 'withdrawn' }
}
