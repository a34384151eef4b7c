import { appendEvent, type ByOperator } from '../audit/index.ts'
import { asOfNow, findHolderOfEmail, readEmail } from '../citizens/index.ts'
import { findRefusal, type LetterNeeds, postLetter } from '../mail/index.ts'
import type { OrderAnswer, OrderWithOptions, RefusedOrder, SpendsForCitizen } from '../moments/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { counted } from '../platform/counted.ts'
import { instantSchema } from '../platform/operation.ts'
import { isoInstant } from '../platform/own-data.ts'
import { randomUuid } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { sendAccountLink } from './account-links.ts'
import { findLinkRefusal, findWaitingLink } from './find-waiting-link.ts'
import { type AskedLinkRules, LINK_KINDS } from './link-kinds.ts'
import { findNewestRegistration } from './link-store.ts'
import { type Registration, storeRegistration } from './registration-links.ts'
import type { MailedLinkWords } from './words/en.ts'

type Words = MailedLinkWords['acts']['resend']

/** What a letter needs that goes out once more. */
export type ResendNeeds = LetterNeeds & ByOperator & SpendsForCitizen

/** A letter that somebody waits for, and how it is sent once more, in a transaction. */
interface Awaited {
  readonly rules: AskedLinkRules
  readonly email: string
  readonly citizenId?: string
  readonly send: (needs: ResendNeeds) => Promise<void>
}

/** Why nothing is sent. */
const SAYS: Readonly<Record<keyof Words['nothing'] | 'no-address', string>> = {
  'no-address': 'This is neither an e-mail address nor a subject.',
  'nothing-waits':
    'Nobody waits for a letter there: no link was asked for in the last days, or it was used. The letter that takes an address back has a command of its own: portico citizen send-way-back.',
  'mail-refused':
    'The mail server refused the letter with this link for good, so it is not sent again. When the mailbox takes mail, ask for a new link on the page.',
  suspended: 'The account is suspended, so no link would work. Decide about that first.',
}

const TOO_MANY: keyof Words['refused'] = 'too-many'

const refuse = (because: keyof typeof SAYS) => refused({ because, says: SAYS[because] })

/** What the answer has beside the citizen. */
export const RESENT_LETTER = {
  letter: { type: 'string', enum: Object.values(LINK_KINDS).map(({ kind }) => kind) },
  works_until: instantSchema('Until when its link works.'),
} as const

/**
 * `portico citizen resend`: sends once more the letter with a link that the citizen has asked for and not used: for a new
 * password, a new browser, or the proof of the address. It goes where the first one went, has a link of its own, and counts like a request of
 * the citizen. The operator reads no link. Earlier links work on.
 */
export const resendOrder: OrderWithOptions<ResendNeeds>['useCase'] = async (needs, found) => {
  const citizen = (await asOfNow(needs, found)) ?? found
  const { citizenId, email, standing } = citizen
  if (standing === 'suspended') return refuse('suspended')
  const waiting = await findWaitingLink(needs.db, citizen)
  if (!waiting) return refuse('nothing-waits')
  const { rules, link } = waiting
  if ((await findLinkRefusal(needs.db, link, citizenId)) !== undefined) return refuse('mail-refused')
  const send = async (inTransaction: ResendNeeds) => {
    const how = { origin: inTransaction.by, language: OTHERWISE, code: 'no-code' } as const
    await sendAccountLink(inTransaction, rules, { ...citizen, isCitizen: true }, how)
  }
  return resend(needs, { rules, email, citizenId, send })
}

/** The language of mails to somebody who has chosen none. */
const OTHERWISE = 'en'

/** The same of a registration that is not finished: whoever asked for it has no account yet. */
export async function resendRegistration(
  needs: ResendNeeds,
  operand: string,
): Promise<Result<OrderAnswer, RefusedOrder>> {
  const email = readEmail(operand)
  if (!email.ok) return refuse('no-address')
  const { db, clock } = needs
  const registration = await findNewestRegistration(db, email.value)
  // An address that is reserved for an account is nobody else's to register.
  const holder = await findHolderOfEmail(db, email.value, clock.now())
  if (!registration || holder !== undefined) return refuse('nothing-waits')
  if ((await findRefusal(db, registration.hash)) !== undefined) return refuse('mail-refused')
  const send = (inTransaction: ResendNeeds) => sendRegistration(inTransaction, registration)
  return resend(needs, { rules: LINK_KINDS.registration, email: email.value, send })
}

async function resend(
  needs: ResendNeeds,
  { rules, email, citizenId, send }: Awaited,
): Promise<Result<OrderAnswer, RefusedOrder>> {
  const { kind } = rules
  const allowed = await needs.spend(rules.limits.perEmail, email)
  if (!allowed.allowed) {
    const minutes = Math.ceil(allowed.retryAfterSeconds / 60)
    const says = `As many letters of this kind as one address gets in an hour were asked for. Try again in ${counted(minutes, 'minute')}.`
    return refused({ says, because: TOO_MANY, count: minutes })
  }
  const whom = citizenId !== undefined && { citizenId }
  await needs.db.transaction(async (db) => {
    await send({ ...needs, db })
    const event = { name: 'citizen-letter-resent', origin: needs.by, ...whom, details: { kind } } as const
    await appendEvent({ ...needs, db }, event)
  })
  const until = plusSeconds(needs.clock.now(), rules.lifetimeSeconds)
  return accepted({
    json: { letter: kind, works_until: isoInstant(until) },
    done: { letter: kind, at: until },
  })
}

async function sendRegistration(needs: ResendNeeds, registration: Registration): Promise<void> {
  const { fullName: name, email: address, language } = registration
  const link = await storeRegistration(needs, randomUuid(needs.random), registration, 'none')
  const envelope = { to: { name, address }, language, expiresAt: link.expiresAt, askedBy: link.hash }
  await postLetter(needs, { kind: 'registration', link: link.address, code: undefined }, envelope)
  await appendEvent(needs, { name: LINK_KINDS.registration.event, origin: needs.by })
}
