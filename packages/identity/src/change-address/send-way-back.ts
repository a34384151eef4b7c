import type { ByOperator } from '../audit/index.ts'
import { asOfNow, type Citizen, lockCitizen, operatorChange } from '../citizens/index.ts'
import { type LetterNeeds, postNews } from '../mail/index.ts'
import { storeLink } from '../mailed-links/index.ts'
import type { OrderWithOptions } from '../moments/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { instantSchema } from '../platform/operation.ts'
import { isoInstant } from '../platform/own-data.ts'
import { accepted, refused } from '../platform/result.ts'
import { type AddressChange, findChange } from './address-change-store.ts'
import { CHANGE_LETTERS, writeNews } from './change-letters.ts'
import { isOpen } from './keep-address.ts'
import { KEEP_ADDRESS_LINK } from './links.ts'
import { maskEmail } from './mask-email.ts'
import type { ChangeAddressWords } from './words/en.ts'

type OrderNeeds = LetterNeeds & ByOperator

/** What the answer has beside the citizen. */
export const SENT_WAY_BACK = { works_until: instantSchema('Until when the link in the letter works.') }

const NOTHING_WAITS: keyof ChangeAddressWords['acts']['sendWayBack']['nothing'] = 'nothing-waits'
const NOTHING =
  'No change of this address waits or can be undone. If the citizen cannot read the mailbox: portico citizen change-address.'

/**
 * `portico citizen send-way-back`: sends the old address once more the letter whose link stops a change of address or undoes it. The operator gives
 * nothing back: only whoever reads the mail of the old address does, within the time that there is. The address that the account has now is
 * told, too.
 */
export const sendWayBack: OrderWithOptions<OrderNeeds>['useCase'] = async (needs, citizen, { reason }) => {
  const sent: { until?: UnixSeconds | undefined } = {}
  const changed = await operatorChange<OrderNeeds>('citizen-way-back-sent', async (db, citizenId) => {
    sent.until = await sendIt({ ...needs, db }, citizenId)
    return sent.until !== undefined
  })(needs, { emailOrSubject: citizen.subject, reason })
  if (!changed.ok) return changed
  if (sent.until === undefined) return refused({ says: NOTHING, because: NOTHING_WAITS })
  return accepted({
    json: { works_until: isoInstant(sent.until) },
    done: { at: sent.until },
  })
}

/** Returns until when the link works that was sent. Nothing where the old address can neither stop nor undo anything now. */
async function sendIt(needs: OrderNeeds, citizenId: string): Promise<UnixSeconds | undefined> {
  const { db, clock } = needs
  const citizen = await asOfNow(needs, await lockCitizen(db, citizenId))
  const change = await findChange(db, citizenId)
  if (!citizen || !change || change.nextAt <= clock.now() || !isOpen(change, citizen)) return undefined
  await send(needs, citizen, change)
  return change.nextAt
}

async function send(needs: OrderNeeds, citizen: Citizen, change: AddressChange): Promise<void> {
  const { oldEmail: email, nextAt, doneAt } = change
  const lifetimeSeconds = nextAt - needs.clock.now()
  const { address: link } = await storeLink(needs, { ...KEEP_ADDRESS_LINK, lifetimeSeconds }, citizen)
  const newAddress = maskEmail(change.newEmail)
  const told = { ...citizen, email, expiresAt: nextAt }
  if (doneAt === null) return postNews(needs, told, CHANGE_LETTERS.begun, { dueAt: nextAt, newAddress, link })
  await postNews(needs, told, CHANGE_LETTERS.changed, { until: nextAt, newAddress, link })
  await writeNews(needs, citizen, CHANGE_LETTERS.wayBack)
}
