import type { CentralTokens } from '../central/index.ts'
import type { Service } from '../service.ts'
import type { SealedCentral } from '../store/index.ts'
import { placeOf } from './sealed-place.ts'

/** The tokens of a session, sealed for its row alone. */
export async function sealCentral(
  service: Pick<Service, 'keyring'>,
  sessionId: string,
  { tokens, sid, securityVersion }: { tokens: CentralTokens; sid: string; securityVersion: number },
): Promise<SealedCentral> {
  const { accessToken, refreshToken, accessExpiresAt } = tokens
  const sealed = await service.keyring.seal(placeOf({ kind: 'session', id: sessionId }), {
    accessToken,
    refreshToken,
  })
  return { ...sealed, accessExpiresAt, sid, securityVersion }
}

/** The tokens of a session, or null where their key is missing or the row was tampered with. */
export async function openCentral(
  service: Pick<Service, 'keyring'>,
  sessionId: string,
  central: SealedCentral,
): Promise<CentralTokens | null> {
  const opened = await service.keyring.open(placeOf({ kind: 'session', id: sessionId }), central)
  return isTokens(opened) ? { ...opened, accessExpiresAt: central.accessExpiresAt } : null
}

function isTokens(value: unknown): value is Pick<CentralTokens, 'accessToken' | 'refreshToken'> {
  if (typeof value !== 'object' || value === null) return false
  if (!('accessToken' in value) || typeof value.accessToken !== 'string') return false
  return 'refreshToken' in value && (value.refreshToken === null || typeof value.refreshToken === 'string')
}
