import { findCitizen } from '../citizens/index.ts'
import { byCommand, type Explains } from '../platform/room/explains.ts'
import { findChange } from './address-change-store.ts'
import { changeFinding } from './change-finding.ts'
import { countingChange } from './change-of.ts'
import { explainNewAddress } from './explain-new-address.ts'
import { explainWayBack } from './explain-way-back.ts'
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
  const sentAgain = await explainWayBack(db, change)
  if (counting.stage === 'waits')
    return [
      changeFinding('address-change-waits', (words, reader) => ({
        found: [
          words.asked(reader.when(change.askedAt)),
          words.from(reader.when(change.nextAt)),
          ...sentAgain(words, reader),
        ],
        ...byCommand(wayBack),
        tell: [words.tell],
      })),
    ]
  const typed = email === change.oldEmail ? 'old' : 'new'
  const changedAt = change.doneAt ?? change.nextAt
  const keepOut = `portico citizen suspend ${citizen.subject} --cause taken-over --reason TEXT`
  const done = changeFinding('address-changed', (words, reader) => ({
    found: [
      ...(typed === 'old'
        ? [words.lost(reader.when(changedAt)), words.takenOver]
        : [words.changed(reader.when(changedAt))]),
      words.undo(reader.when(change.nextAt)),
      ...sentAgain(words, reader),
    ],
    mayDo: [
      ...(wayBack === undefined ? [] : [{ command: wayBack }]),
      ...(typed === 'old' ? [{ command: keepOut, says: words.hasNoMailbox }] : []),
    ],
    tell:
      typed === 'old'
        ? [words.takeBack(reader.when(change.nextAt)), words.again, words.useNew]
        : [words.useThis],
  }))
  return [typed === 'old' ? done : { ...done, weight: 'waits' }]
}
