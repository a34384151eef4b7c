import { isoInstant, type OwnData } from '../platform/own-data.ts'
import { findRemoval } from './removal-store.ts'

/** The citizen's own copy of a removal of apps that waits. */
export const ownRemoval: OwnData = async function* ({ db }, citizenId) {
  const removal = await findRemoval(db, citizenId)
  if (removal) yield { asked_at: isoInstant(removal.askedAt), due_at: isoInstant(removal.dueAt) }
}
