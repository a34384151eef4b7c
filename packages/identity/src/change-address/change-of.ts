import { type AccountMark, type Citizen, isUnchanged } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { type AddressChange, findChange } from './address-change-store.ts'

/** What the account page says about a change: it waits until then, or can be undone until then. */
export interface OwnChange {
  readonly stage: 'waits' | 'done'
  readonly newEmail: string
  readonly at: UnixSeconds
}

/** The parts of a change that decide whether it counts. */
export type FoundChange = AccountMark & Pick<AddressChange, 'newEmail' | 'nextAt' | 'doneAt'>

/** The change of a citizen that still counts. */
export async function changeOf(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  citizen: Citizen,
): Promise<OwnChange | undefined> {
  const change = await findChange(db, citizen.citizenId)
  return change && countingChange(change, citizen, clock.now())
}

/** A change that still counts. One that the next step stops is none any more. */
export function countingChange(
  change: FoundChange,
  citizen: Citizen,
  now: UnixSeconds,
): OwnChange | undefined {
  const { newEmail, nextAt: at, doneAt } = change
  if (doneAt !== null) return at > now ? { stage: 'done', newEmail, at } : undefined
  return isUnchanged(citizen, change) ? { stage: 'waits', newEmail, at } : undefined
}
