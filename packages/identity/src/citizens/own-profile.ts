import { isoInstant, type OwnData } from '../platform/own-data.ts'
import { findCitizen } from './citizen-store.ts'

/** The citizen's own copy of the profile. Without the password's hash. */
export const ownProfile: OwnData = async ({ db }, citizenId) => {
  const citizen = await findCitizen(db, citizenId)
  return (
    citizen && {
      subject: citizen.subject,
      email: citizen.email,
      email_verified: citizen.emailVerified,
      full_name: citizen.fullName,
      phone_number: citizen.phoneNumber,
      language: citizen.language,
      standing: citizen.standing,
      created_at: isoInstant(citizen.createdAt),
    }
  )
}
