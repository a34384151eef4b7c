import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import {
  type Citizen,
  type PhoneProblem,
  readFullName,
  readPhoneNumber,
  setProfile,
  type TextProblem,
} from '../citizens/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import type { SpendsLimits } from '../rate-limits/index.ts'

/** The name and the phone number as typed, and the language. */
export interface ProfileChange {
  readonly fullName: string
  readonly phoneNumber: string
  /** One of the languages of the pages, or the citizen's own. */
  readonly language: string
}

/** The refused fields, and why. */
export interface ProfileProblems {
  readonly full_name?: TextProblem
  readonly phone_number?: PhoneProblem
}

/** Why nothing was changed: problems of the fields, or too many changes within an hour. */
export type ProfileRefusal = { readonly problems: ProfileProblems } | Wait

/**
 * Changes name, phone number and language, all or nothing. The audit event says which of them changed, without their values.
 * Nothing changes where the citizen's sessions were all ended, or the account was closed, since the form was sent.
 */
export async function changeProfile(
  needs: Basics & SpendsLimits,
  citizen: Citizen,
  { change, origin }: { change: ProfileChange; origin: AuditOrigin },
): Promise<Result<'changed' | 'same', ProfileRefusal>> {
  const fullName = readFullName(change.fullName)
  const phoneNumber = readPhoneNumber(change.phoneNumber)
  if (!fullName.ok || !phoneNumber.ok) {
    const problems = {
      ...(!fullName.ok && { full_name: fullName.refusal }),
      ...(!phoneNumber.ok && { phone_number: phoneNumber.refusal }),
    }
    return refused({ problems })
  }
  const details = {
    name: fullName.value !== citizen.fullName,
    phone: phoneNumber.value !== citizen.phoneNumber,
    ...(change.language !== citizen.language && { language: true }),
  }
  if (!Object.values(details).includes(true)) return accepted('same')
  const { citizenId } = citizen
  const limit = await needs.limits.spend('profile-change-per-citizen', citizenId)
  if (!limit.allowed) return refused(limit)
  const { language } = change
  const profile = { fullName: fullName.value, phoneNumber: phoneNumber.value, language }
  return needs.db.transaction(async (tx) => {
    if (!(await setProfile(tx, citizen, profile))) return accepted('same')
    await appendEvent({ ...needs, db: tx }, { name: 'profile-changed', origin, citizenId, details })
    return accepted('changed')
  })
}
