import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import type { LetterNeeds } from '../mail/index.ts'
import { deleteWaiting } from './address-change-store.ts'
import { CHANGE_LETTERS, writeNews } from './change-letters.ts'

/** Why a change stopped, as the audit says it. `taken`: another account has the new address now. */
export type StopCause = 'link' | 'by-citizen' | 'recovery' | 'was-not-me' | 'changed' | 'taken'

/** Stops the change of a citizen whose row the caller has locked, and tells the citizen. False where none waits. */
export async function stopChange(
  needs: LetterNeeds,
  citizen: Citizen,
  { origin, cause }: { readonly origin: AuditOrigin; readonly cause: StopCause },
): Promise<boolean> {
  const { citizenId } = citizen
  if (!(await deleteWaiting(needs.db, citizenId))) return false
  await appendEvent(needs, { name: 'address-change-stopped', origin, citizenId, details: { cause } })
  if (citizen.standing === 'active') await writeNews(needs, citizen, CHANGE_LETTERS.stopped)
  return true
}
