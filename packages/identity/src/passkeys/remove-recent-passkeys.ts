import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { recentSince } from '../factors/index.ts'
import { type LetterNeeds, postNews } from '../mail/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { PASSKEY_LETTERS } from './letters.ts'
import { deletePasskeysSince, findPasskeysSince } from './passkey-store.ts'

/** When each passkey was added that a recovery by mail would remove now. */
export const findRecentPasskeys = (
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  citizenId: string,
): Promise<readonly UnixSeconds[]> => findPasskeysSince(db, citizenId, recentSince(clock.now()))

/**
 * Removes the passkeys that were added in the three days before a recovery by mail with the password alone, and those that they added
 * (decision 60), in its transaction. Otherwise whoever had the password for a moment could add one, and come back with it after the
 * owner has chosen a new password. The letter says when each one was added, and not its name,
 * because a thief may have chosen it.
 * Returns whether there were any.
 */
export async function removeRecentPasskeys(
  needs: LetterNeeds,
  citizen: Citizen,
  origin: AuditOrigin,
): Promise<boolean> {
  const { db, clock } = needs
  const { citizenId } = citizen
  const addedAt = await deletePasskeysSince(db, citizenId, recentSince(clock.now()))
  if (addedAt.length === 0) return false
  const details = { cause: 'recovery', passkeys: addedAt.length }
  await appendEvent(needs, { name: 'passkey-removed', origin, citizenId, details })
  await postNews(needs, citizen, PASSKEY_LETTERS.recentRemoved, { addedAt })
  return true
}
