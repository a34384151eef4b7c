import { findCitizen } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Explains, Finding } from '../platform/room/explains.ts'
import { type AddressChange, findChange } from './address-change-store.ts'
import { countingChange } from './change-of.ts'

/** Tells a supporter about a change of address that waits, or that can still be undone. */
export const explainChange: Explains = async ({ db, clock, when }, { citizenId, email }) => {
  if (citizenId === undefined) return []
  const [citizen, change] = await Promise.all([findCitizen(db, citizenId), findChange(db, citizenId)])
  const counting = citizen && change && countingChange(change, citizen, clock.now())
  if (!counting) return []
  if (counting.stage === 'waits')
    return [
      {
        ...{ name: 'address-change-waits', weight: 'waits', to: 'owner' },
        found: `On ${when(change.askedAt)} a new address was asked for. The account signs in with it from ${when(change.nextAt)} on, and with the old one until then.`,
        tell: 'Sign in with the old address for now. If it was not you who asked, press the link in the email at the old address.',
      },
    ]
  return [done(change, email === change.oldEmail, when)]
}

function done(
  { doneAt, nextAt }: AddressChange,
  isOldAddress: boolean,
  when: (at: UnixSeconds) => string,
): Finding {
  const undo = `In the email that went to the old address then, a link takes the address back until ${when(nextAt)}.`
  return {
    ...{ name: 'address-changed', weight: isOldAddress ? 'stops' : 'waits', to: 'owner' },
    found: `The address was changed on ${when(doneAt ?? nextAt)}. The old one signs nobody in any more. ${undo}`,
    tell: isOldAddress
      ? `Sign in with the new address. If it was not you who changed it, open the newest email about it at the old address: its link takes your account back until ${when(nextAt)}. “Forgotten your password?” with the old address sends that link again.`
      : 'Sign in with this address.',
  }
}
