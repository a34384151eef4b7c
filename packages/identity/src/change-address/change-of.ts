import { type Citizen, isUnchanged } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { findChange } from './address-change-store.ts'

/** What the account page says about a change: it waits until then, or can be undone until then. */
export interface OwnChange {
  readonly stage: 'waits' | 'done'
  readonly newEmail: string
  readonly at: UnixSeconds
}

/** The change of a citizen that still counts. One that the next step stops is none any more. */
export async function changeOf(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  citizen: Citizen,
): Promise<OwnChange | undefined> {
  const change = await findChange(db, citizen.citizenId)
  if (!change) return undefined
  const { newEmail, nextAt: at, doneAt } = change
  if (doneAt !== null) return at > clock.now() ? { stage: 'done', newEmail, at } : undefined
  return isUnchanged(citizen, change) ? { stage: 'waits', newEmail, at } : undefined
}
