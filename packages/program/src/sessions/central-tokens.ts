import type { CentralTokens } from '../central/index.ts'
import { bytesToBase64Url, type Random } from '../platform/index.ts'
import type { Service } from '../service.ts'
import type { SealedCentral } from '../store/index.ts'
import { placeOf } from './sealed-place.ts'

/** A session's central tokens in the clear, as they are sealed. */
export interface SessionTokens extends CentralTokens {
  /**
   * What a renewal of these tokens is known by to the identity service, whichever process sends it and however often;
   * undefined in a row that the release before wrote.
   */
  readonly renewalKey: string | undefined
}

/** Tokens that have just come, with a fresh key for their renewal. */
export function withRenewalKey(random: Random, tokens: CentralTokens): SessionTokens {
  return { ...tokens, renewalKey: bytesToBase64Url(random.bytes(32)) }
}

/** The tokens of a session, sealed for its row alone. */
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

/** The tokens of a session, or null where their key is missing or the row was tampered with. */
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
