import { type Citizen, findCitizen } from '../citizens/index.ts'
import type { Explains, Finding, Reader, Told } from '../platform/room/explains.ts'
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
  const wayBack = (await whyNoWayBack(needs, citizen)) === undefined ? sendingTo(citizen) : () => ({})
  if (counting.stage === 'waits')
    return [
      changeFinding('address-change-waits', (words, { when, exact }) => ({
        found: [words.asked(when(change.askedAt)), words.from(when(change.nextAt))],
        ...wayBack(exact),
        tell: [words.tell],
      })),
    ]
  return [
    email === change.oldEmail
      ? done(change, 'old', wayBack)
      : { ...done(change, 'new', wayBack), weight: 'waits' },
  ]
}

/** What may be done, with the spelling of commands. */
type MayDo = (exact: Reader['exact']) => Pick<Told, 'mayDo'>

const sendingTo =
  ({ subject }: Citizen): MayDo =>
  (exact) => ({ mayDo: [exact(`portico citizen send-way-back ${subject} --reason TEXT`)] })

function done({ doneAt, nextAt }: AddressChange, typed: 'old' | 'new', wayBack: MayDo): Finding {
  return changeFinding('address-changed', (words, { when, exact }) => ({
    found: [words.changed(when(doneAt ?? nextAt)), words.undo(when(nextAt))],
    ...wayBack(exact),
    tell: typed === 'old' ? [words.useNew, words.takeBack(when(nextAt)), words.again] : [words.useThis],
  }))
}
