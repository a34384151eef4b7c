import { type Citizen, findCitizen, standingNow } from '../citizens/index.ts'
import {
  byCommand,
  type ExplainNeeds,
  type Explains,
  type Finding,
  type Way,
} from '../platform/room/explains.ts'
import { type AddressChange, findChange } from './address-change-store.ts'
import { changeFinding } from './change-finding.ts'
import { countingChange } from './change-of.ts'
import { explainNewAddress, explainOwnLink } from './explain-new-address.ts'
import { explainWayBack, type WayBack } from './explain-way-back.ts'
import { whyNoWayBack } from './why-no-change.ts'

/** Tells a supporter about a change of address that waits, or that can still be undone; also of the address that an account will have. */
export const explainChange: Explains = async (needs, { citizenId, email }) => {
  if (citizenId === undefined) return email === undefined ? [] : explainNewAddress(needs, email)
  const citizen = await findCitizen(needs.db, citizenId)
  if (!citizen) return []
  return [...(await explainBegun(needs, citizen, email)), ...(await explainOwnLink(needs, citizen))]
}

/** A change whose new address was confirmed, or that an operator began. */
async function explainBegun(
  needs: ExplainNeeds,
  citizen: Citizen,
  email: string | undefined,
): Promise<readonly Finding[]> {
  const { db, clock } = needs
  const change = await findChange(db, citizen.citizenId)
  const counting = change && countingChange(change, citizen, clock.now())
  if (!counting) return []
  const sends = (await whyNoWayBack(needs, citizen)) === undefined
  const wayBack = sends ? `portico citizen send-way-back ${citizen.subject} --reason TEXT` : undefined
  const letter = await explainWayBack(db, change)
  if (counting.stage === 'waits')
    return [
      changeFinding('address-change-waits', (words, reader) => ({
        found: [
          words.asked(reader.when(change.askedAt)),
          words.from(reader.when(change.nextAt)),
          ...letter.says(words, reader),
        ],
        ...byCommand(wayBack),
        tell: [words.signIn, letter.isRefused ? words.stopInAccount : words.pressLink],
      })),
    ]
  const ways = wayBack === undefined ? [] : [{ command: wayBack }]
  const { standing } = await standingNow(needs, citizen)
  const told = { subject: citizen.subject, standing, change, ways, letter }
  return [email === change.oldEmail ? changedForOld(told) : changedForNew(told)]
}

interface Changed extends Pick<Citizen, 'subject' | 'standing'> {
  readonly change: AddressChange
  readonly ways: readonly Way[]
  readonly letter: WayBack
}

const changedAt = ({ doneAt, nextAt }: AddressChange) => doneAt ?? nextAt

/** Whoever has the old address has lost the account, or has not told the truth. */
function changedForOld({ subject, standing, change, ways, letter }: Changed): Finding {
  const keepOut = `portico citizen suspend ${subject} --cause taken-over --reason TEXT`
  return changeFinding('address-changed', (words, reader) => {
    const until = reader.when(change.nextAt)
    return {
      found: [words.lost(reader.when(changedAt(change))), ...letter.says(words, reader)],
      mayDo: standing === 'active' ? [...ways, { command: keepOut, says: words.hasNoMailbox }] : ways,
      tell: [letter.isRefused ? words.takeBackLater(until) : words.takeBack(until), words.useNew],
    }
  })
}

function changedForNew({ change, ways, letter }: Changed): Finding {
  const found = changeFinding('address-changed', (words, reader) => ({
    found: [
      words.changed(reader.when(changedAt(change))),
      words.undo(reader.when(change.nextAt)),
      ...letter.says(words, reader),
    ],
    mayDo: ways,
    tell: [words.useThis],
  }))
  return { ...found, weight: 'waits' }
}
