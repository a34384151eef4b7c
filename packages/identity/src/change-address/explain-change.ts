import { findCitizen } from '../citizens/index.ts'
import type { Explains, Finding } from '../platform/room/explains.ts'
import { type AddressChange, findChange } from './address-change-store.ts'
import { changeFinding } from './change-finding.ts'
import { countingChange } from './change-of.ts'
import { explainNewAddress } from './explain-new-address.ts'

/** Tells a supporter about a change of address that waits, or that can still be undone; also of the address that an account will have. */
export const explainChange: Explains = async (needs, { citizenId, email }) => {
  if (citizenId === undefined) return email === undefined ? [] : explainNewAddress(needs, email)
  const { db, clock } = needs
  const [citizen, change] = await Promise.all([findCitizen(db, citizenId), findChange(db, citizenId)])
  const counting = citizen && change && countingChange(change, citizen, clock.now())
  if (!counting) return []
  if (counting.stage === 'waits')
    return [
      changeFinding('address-change-waits', (words, { when }) => ({
        found: [words.asked(when(change.askedAt)), words.from(when(change.nextAt))],
        tell: [words.tell],
      })),
    ]
  return [email === change.oldEmail ? done(change, 'old') : { ...done(change, 'new'), weight: 'waits' }]
}

function done({ doneAt, nextAt }: AddressChange, typed: 'old' | 'new'): Finding {
  return changeFinding('address-changed', (words, { when }) => ({
    found: [words.changed(when(doneAt ?? nextAt)), words.undo(when(nextAt))],
    tell: typed === 'old' ? [words.useNew, words.takeBack(when(nextAt)), words.again] : [words.useThis],
  }))
}
