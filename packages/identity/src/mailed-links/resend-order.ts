import { appendEvent } from '../audit/index.ts'
import { asOfNow, type Citizen, findForOperator, findHolderOfEmail, readEmail } from '../citizens/index.ts'
import { postLetter } from '../mail/index.ts'
import type { ActNeeds, CitizensAct } from '../moments/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { instantSchema, objectSchema, orNull, textSchema } from '../platform/operation.ts'
import { isoInstant } from '../platform/own-data.ts'
import { randomUuid } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { sendAccountLink } from './account-links.ts'
import { type AskedLinkRules, LINK_KINDS } from './link-kinds.ts'
import { findAskedLinks, findNewestRegistration } from './link-store.ts'
import { type Registration, storeRegistration } from './registration-links.ts'

/** A letter that somebody waits for, and how it is sent once more, in a transaction. */
interface Awaited {
  readonly rules: AskedLinkRules
  readonly email: string
  readonly citizen?: Citizen
  readonly send: (needs: ActNeeds) => Promise<void>
}

/** Why nothing is sent. */
const SAYS = {
  'no-address': 'This is neither an e-mail address nor a subject.',
  'nothing-waits':
    'Nobody waits for a letter there: no link was asked for in the last days, or it was used. The letter that takes an address back has a command of its own: portico citizen send-way-back.',
  suspended: 'The account is suspended, so no link would work. Decide about that first.',
}

/** The letter that goes out once more. */
export const RESENT_LETTER = objectSchema('ResentLetter', {
  subject: orNull(textSchema('The account; null for a registration that is not finished.')),
  letter: { type: 'string', enum: Object.values(LINK_KINDS).map(({ kind }) => kind) },
  works_until: instantSchema('Until when its link works.'),
})

type Refused = { readonly because: keyof typeof SAYS; readonly citizenId?: string }

/**
 * `portico citizen resend`: sends once more the letter with a link that somebody has asked for and not used: of a registration that is not finished, for a new
 * password, a new browser, or the proof of an address. It goes where the first one went, has a link of its own, and counts like a request of
 * the citizen. The operator reads no link. Earlier links work on.
 */
export const resendOrder: CitizensAct['run'] = async (needs, { operand }) => {
  const awaited = await findAwaited(needs, operand)
  if (!awaited.ok) return refused({ ...awaited.refusal, says: SAYS[awaited.refusal.because] })
  const { rules, email, citizen } = awaited.value
  const whom = citizen && { citizenId: citizen.citizenId }
  const allowed = await needs.spend(rules.limits.perEmail, email)
  if (!allowed.allowed) {
    const minutes = Math.ceil(allowed.retryAfterSeconds / 60)
    const says = `As many letters of this kind as one address gets in an hour were asked for. Try again in ${minutes} minutes.`
    return refused({ says, because: 'too-many', ...whom })
  }
  await needs.db.transaction(async (db) => {
    await awaited.value.send({ ...needs, db })
    const details = { kind: rules.kind }
    await appendEvent({ ...needs, db }, { name: 'citizen-letter-resent', origin: needs.by, ...whom, details })
  })
  const until = isoInstant(plusSeconds(needs.clock.now(), rules.lifetimeSeconds))
  return accepted({
    json: { subject: citizen?.subject ?? null, letter: rules.kind, works_until: until },
    lines: [`The letter ${rules.kind} goes out once more. Its link works until ${until}.`],
    isFault: false,
  })
}

async function findAwaited(needs: ActNeeds, operand: string): Promise<Result<Awaited, Refused>> {
  const found = await findForOperator(needs.db, operand)
  if (found) return ofAccount(needs, found)
  const email = readEmail(operand)
  return email.ok ? ofRegistration(needs, email.value) : refused({ because: 'no-address' })
}

/** The newest of the links that were asked for and not used. */
async function ofAccount(needs: ActNeeds, found: Citizen): Promise<Result<Awaited, Refused>> {
  const citizen = (await asOfNow(needs, found)) ?? found
  const { citizenId, email } = citizen
  if (citizen.standing === 'suspended') return refused({ because: 'suspended', citizenId })
  const asked = citizen.standing === 'active' ? await findAskedLinks(needs.db, citizenId) : []
  const { recovery, verification, 'new-browser': newBrowser } = LINK_KINDS
  const known = asked.flatMap(
    ({ kind }) => [recovery, newBrowser, verification].find((one) => one.kind === kind) ?? [],
  )
  const [rules] = known
  if (!rules) return refused({ because: 'nothing-waits', citizenId })
  const send = async (inTransaction: ActNeeds) => {
    const how = { origin: inTransaction.by, language: OTHERWISE, code: 'no-code' } as const
    await sendAccountLink(inTransaction, rules, { ...citizen, isCitizen: true }, how)
  }
  return accepted({ rules, email, citizen, send })
}

/** The language of mails to somebody who has chosen none. */
const OTHERWISE = 'en'

async function ofRegistration(needs: ActNeeds, email: string): Promise<Result<Awaited, Refused>> {
  const { db, clock } = needs
  const registration = await findNewestRegistration(db, email)
  // An address that is reserved for an account is nobody else's to register.
  const holder = await findHolderOfEmail(db, email, clock.now())
  if (!registration || holder !== undefined) return refused({ because: 'nothing-waits' })
  return accepted({
    rules: LINK_KINDS.registration,
    email,
    send: (inTransaction) => sendRegistration(inTransaction, registration),
  })
}

async function sendRegistration(needs: ActNeeds, registration: Registration): Promise<void> {
  const { fullName: name, email: address, language } = registration
  const link = await storeRegistration(needs, randomUuid(needs.random), registration, 'none')
  const envelope = { to: { name, address }, language, expiresAt: link.expiresAt, askedBy: link.hash }
  await postLetter(needs, { kind: 'registration', link: link.address, code: undefined }, envelope)
  await appendEvent(needs, { name: LINK_KINDS.registration.event, origin: needs.by })
}
