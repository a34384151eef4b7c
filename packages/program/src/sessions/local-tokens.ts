import {
  asDate,
  BASE64URL_256_BITS,
  bytesToBase64Url,
  type Random,
  sha256Base64Url,
} from '../platform/index.ts'
import type { Service } from '../service.ts'
import type { NewTokens } from '../store/index.ts'

/** What a token of ours begins with: access, refresh, and the handoff's code. */
const PREFIXES = { access: 'ppa_', refresh: 'ppr_', handoff: 'ssoc_' } as const

/** A kind of token of ours. */
export type TokenKind = keyof typeof PREFIXES

/** A pair of local tokens in the clear, on its way to the app. */
export interface TokenPair {
  readonly accessToken: string
  readonly accessExpiresAt: Date
  readonly refreshToken: string
}

/** Which kind of ours a value is by its form; null for anything else, such as a JWT. */
export function tokenKind(value: string): TokenKind | null {
  for (const kind of ['access', 'refresh', 'handoff'] as const) {
    const prefix = PREFIXES[kind]
    if (value.startsWith(prefix) && BASE64URL_256_BITS.test(value.slice(prefix.length))) return kind
  }
  return null
}

/** Whether a bearer claims to be ours, well formed or not; then no older guard is asked about it. */
export function isOurToken(value: string): boolean {
  return Object.values(PREFIXES).some((prefix) => value.startsWith(prefix))
}

/** Whether a value has the form of a handoff code. */
export function isHandoffCode(value: string): boolean {
  return tokenKind(value) === 'handoff'
}

/** A fresh token of 256 random bits. */
export function randomToken(random: Random, kind: TokenKind): string {
  return PREFIXES[kind] + bytesToBase64Url(random.bytes(32))
}

/** A random pair, for a session that begins. */
export function randomPair(service: Pick<Service, 'random' | 'settings'>, now: Date): TokenPair {
  const { random, settings } = service
  return {
    accessToken: randomToken(random, 'access'),
    accessExpiresAt: asDate(now, settings.accessTtlMs),
    refreshToken: randomToken(random, 'refresh'),
  }
}

/** What the store keeps of a pair. */
export async function hashedPair(pair: TokenPair): Promise<NewTokens> {
  return {
    accessHash: await sha256Base64Url(pair.accessToken),
    accessExpiresAt: pair.accessExpiresAt,
    refreshHash: await sha256Base64Url(pair.refreshToken),
  }
}

/**
 * The pairs that follow on one rotation, one per key, newest key first: computed rather than stored, so that a retry
 * gets the same pair again while the database holds hashes alone.
 */
export async function successorPairs(
  service: Pick<Service, 'keyring'>,
  rotation: { sessionId: string; generation: number; rotationId: string; accessExpiresAt: Date },
): Promise<readonly TokenPair[]> {
  const label = `${rotation.sessionId}|${rotation.generation}|${rotation.rotationId}`
  const access = await service.keyring.derive(`access|${label}`)
  const refresh = await service.keyring.derive(`refresh|${label}`)
  return access.map((value, index) => ({
    accessToken: PREFIXES.access + value,
    accessExpiresAt: rotation.accessExpiresAt,
    refreshToken: PREFIXES.refresh + refresh[index],
  }))
}
