import { findCitizen } from '../citizens/index.ts'
import { byCommand, type Explains, type Finding } from '../platform/room/explains.ts'
import { type AddressChange, findChange } from './address-change-store.ts'
import { changeFinding } from './change-finding.ts'
import { countingChange } from './change-of.ts'
import { explainNewAddress } from './explain-new-address.ts'
import { whyNoWayBack } from './why-no-change.ts'

/** Tells a supporter about a change of address that waits, or that can still be undone; also of the address that an account will have. */
export const explainChange: Explains = async (needs, { citizenId, email }) => {
  if (citizenId === undefined) return email === undefined ? [] : explainNewAddress(needs, email)
  const { db, clock } = needs
  const [citizen, change] = await Promise.all([findCitizen(db, citizenId), findChange(db, citizenId)])
  const counting = citizen && change && countingChange(change, citizen, clock.now())
  if (!counting) return []
  const sends = (await whyNoWayBack(needs, citizen)) === undefined
  const wayBack = sends ? `portico citizen send-way-back ${citizen.subject} --reason TEXT` : undefined
  if (counting.stage === 'waits')
    return [
      changeFinding('address-change-waits', (words, reader) => ({
        found: [words.asked(reader.when(change.askedAt)), words.from(reader.when(change.nextAt))],
        ...byCommand(wayBack, reader),
        tell: [words.tell],
      })),
    ]
  return [
    email === change.oldEmail
      ? done(change, 'old', wayBack)
      : { ...done(change, 'new', wayBack), weight: 'waits' },
  ]
}

function done({ doneAt, nextAt }: AddressChange, typed: 'old' | 'new', wayBack: string | undefined): Finding {
  return changeFinding('address-changed', (words, { when, exact }) => ({
    found: [words.changed(when(doneAt ?? nextAt)), words.undo(when(nextAt))],
    ...byCommand(wayBack, { exact }),
    tell: typed === 'old' ? [words.useNew, words.takeBack(when(nextAt)), words.again] : [words.useThis],
  }))
}
