import { isoInstant, type OwnData } from '../platform/own-data.ts'
import { findCitizen } from './citizen-store.ts'
import { standingNow } from './suspension.ts'
import type { Suspension } from './suspension-cause.ts'

/** The citizen's own copy of the profile. Without the password's hash. */
export const ownProfile: OwnData = async (needs, citizenId) => {
  const citizen = await findCitizen(needs.db, citizenId)
  if (!citizen) return undefined
  const { standing, suspension } = await standingNow(needs, citizen)
  return {
    subject: citizen.subject,
    email: citizen.email,
    email_verified: citizen.emailVerified,
    full_name: citizen.fullName,
    phone_number: citizen.phoneNumber,
    language: citizen.language,
    standing,
    ...(suspension && suspended(suspension)),
    created_at: isoInstant(citizen.createdAt),
  }
}

function suspended({ since, endsAt }: Suspension) {
  return {
    suspended_since: isoInstant(since),
    suspended_until: endsAt === null ? null : isoInstant(endsAt),
  }
}
