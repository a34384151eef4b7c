import { isoInstant, type OwnData } from '../platform/own-data.ts'
import { listPasskeys } from './list-passkeys.ts'

/** The citizen's own copy of the passkeys. */
export const ownPasskeys: OwnData = async function* ({ db }, citizenId) {
  for (const { name, backedUp, createdAt, lastUsedAt } of await listPasskeys(db, citizenId))
    yield {
      name,
      also_on_other_devices: backedUp,
      added_at: isoInstant(createdAt),
      last_used_at: lastUsedAt === null ? null : isoInstant(lastUsedAt),
    }
}
