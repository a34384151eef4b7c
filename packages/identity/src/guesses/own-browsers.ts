import { isoInstant, type OwnData } from '../platform/own-data.ts'
import { selectDevices } from './known-device-store.ts'

/** The citizen's own copy of the browsers that the account knows. */
export const ownBrowsers: OwnData = async function* ({ db }, citizenId) {
  for (const { firstSeenAt, lastSeenAt } of await selectDevices(db, citizenId))
    yield { first_seen_at: isoInstant(firstSeenAt), last_seen_at: isoInstant(lastSeenAt) }
}
