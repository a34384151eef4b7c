import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { raiseSecurityVersion } from './citizen-store.ts'

/** Whose access ends, why, and in which session and from where somebody said so. */
export interface AllEnded {
  readonly citizenId: string
  readonly sessionId?: string
  readonly cause: string
  readonly origin: AuditOrigin
}

/**
 * Ends every session, code, token and link of a citizen whose row the caller has locked, and writes the event that programs hear
 * of. Returns the new security version.
 */
export async function endAllAccess(needs: Basics, { cause, ...ended }: AllEnded): Promise<number> {
  const securityVersion = await raiseSecurityVersion(needs.db, ended.citizenId)
  if (securityVersion === undefined) throw new Error('The locked citizen is not there')
  await appendEvent(needs, { name: 'citizen-signed-out', ...ended, details: { cause } })
  return securityVersion
}
