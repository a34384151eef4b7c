import { isoInstant, type OwnData } from '../platform/own-data.ts'
import { findChange } from './address-change-store.ts'

/** The citizen's own copy of a change of address that waits or can be undone. */
export const ownAddressChange: OwnData = async function* ({ db }, citizenId) {
  const change = await findChange(db, citizenId)
  if (!change) return
  const { oldEmail, newEmail, askedAt, doneAt, nextAt } = change
  yield {
    ...{ old_address: oldEmail, new_address: newEmail, asked_at: isoInstant(askedAt) },
    ...(doneAt === null
      ? { due_at: isoInstant(nextAt) }
      : { done_at: isoInstant(doneAt), undo_until: isoInstant(nextAt) }),
  }
}
