import { findCitizen } from '../citizens/index.ts'
import { partOf } from '../platform/languages.ts'
import { type Explains, type Finding, findingsOf } from '../platform/room/explains.ts'
import { type AddressChange, findChange } from './address-change-store.ts'
import { countingChange } from './change-of.ts'
import { CHANGE_FINDINGS } from './findings.ts'
import { CHANGE_ADDRESS_WORDS } from './words/index.ts'

const finding = findingsOf(
  CHANGE_FINDINGS,
  partOf(CHANGE_ADDRESS_WORDS, ({ findings }) => findings),
)

/** Tells a supporter about a change of address that waits, or that can still be undone. */
export const explainChange: Explains = async ({ db, clock }, { citizenId, email }) => {
  if (citizenId === undefined) return []
  const [citizen, change] = await Promise.all([findCitizen(db, citizenId), findChange(db, citizenId)])
  const counting = citizen && change && countingChange(change, citizen, clock.now())
  if (!counting) return []
  if (counting.stage === 'waits')
    return [
      finding('address-change-waits', (words, { when }) => ({
        found: [words.asked(when(change.askedAt)), words.from(when(change.nextAt))],
        tell: [words.tell],
      })),
    ]
  return [email === change.oldEmail ? done(change, 'old') : { ...done(change, 'new'), weight: 'waits' }]
}

function done({ doneAt, nextAt }: AddressChange, typed: 'old' | 'new'): Finding {
  return finding('address-changed', (words, { when }) => ({
    found: [words.changed(when(doneAt ?? nextAt)), words.undo(when(nextAt))],
    tell: typed === 'old' ? [words.useNew, words.takeBack(when(nextAt)), words.again] : [words.useThis],
  }))
}
