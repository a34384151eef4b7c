import { isoInstant, type OwnData } from '../platform/own-data.ts'
import { selectAuthenticators } from './authenticator-store.ts'

/** The citizen's own copy of the apps for codes, without their secrets. */
export const ownCodes: OwnData = async function* ({ db }, citizenId) {
  for (const { name, createdAt, lastUsedAt } of await selectAuthenticators(db, citizenId))
    yield {
      name,
      added_at: isoInstant(createdAt),
      last_used_at: lastUsedAt === null ? null : isoInstant(lastUsedAt),
    }
}
