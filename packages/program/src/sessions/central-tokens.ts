import type { CentralTokens } from '../central/index.ts'
import { bytesToBase64Url, type Random } from '../platform/index.ts'
import type { Service } from '../service.ts'
import type { RevocationOrigin, SealedCentral } from '../store/index.ts'

/** The decrypted central tokens of a session. */
export interface SessionTokens extends CentralTokens {
  /**
   * The idempotency key for the renewal of these tokens. It is the same in every process and for every retry. Undefined
   * in a row that an older release wrote.
   */
  readonly renewalKey: string | undefined
}

/** Adds a new renewal key to new tokens. */
export function withRenewalKey(random: Random, tokens: CentralTokens): SessionTokens {
  return { ...tokens, renewalKey: bytesToBase64Url(random.bytes(32)) }
}

/** Encrypts the tokens of a session for its row. */
export async function sealCentral(
  service: Pick<Service, 'keyring'>,
  sessionId: string,
  { tokens, sid, securityVersion }: { tokens: SessionTokens; sid: string; securityVersion: number },
): Promise<SealedCentral> {
  const { accessExpiresAt, accessToken, refreshToken, renewalKey } = tokens
  const secrets = { accessToken, refreshToken, renewalKey }
  const sealed = await service.keyring.seal(placeOf({ kind: 'session', id: sessionId }), secrets)
  return { ...sealed, accessExpiresAt, sid, securityVersion }
}

/** Decrypts the tokens of a session. Null if the key is missing or the row was changed. */
export async function openCentral(
  service: Pick<Service, 'keyring'>,
  sessionId: string,
  central: SealedCentral,
): Promise<SessionTokens | null> {
  const opened = await service.keyring.open(placeOf({ kind: 'session', id: sessionId }), central)
  if (!isTokens(opened)) return null
  const { accessToken, refreshToken, renewalKey } = opened
  return { accessToken, refreshToken, renewalKey, accessExpiresAt: central.accessExpiresAt }
}

function isTokens(value: unknown): value is Omit<SessionTokens, 'accessExpiresAt'> {
  if (typeof value !== 'object' || value === null) return false
  if (!('accessToken' in value) || typeof value.accessToken !== 'string') return false
  if ('renewalKey' in value && typeof value.renewalKey !== 'string') return false
  return 'refreshToken' in value && (value.refreshToken === null || typeof value.refreshToken === 'string')
}

/**
 * The additional data (AAD) with which central tokens are encrypted. They decrypt only with the name of the row that
 * they were encrypted for.
 */
export function placeOf({ kind, id }: RevocationOrigin): string {
  const places: Record<RevocationOrigin['kind'], string> = {
    session: `sessions|${id}|central`,
    handoff: `handoffs|${id}|sealed`,
    revocation: `revocations|${id}|sealed`,
  }
  return places[kind]
}
