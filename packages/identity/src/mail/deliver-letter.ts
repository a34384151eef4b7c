import { appendEvent, systemOrigin } from '../audit/index.ts'
import { type Clock, plusSeconds } from '../platform/clock.ts'
import { CannotUnseal, type Keyring } from '../platform/keyring.ts'
import type { Log } from '../platform/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'
import { composeLetter, isKnownLetter, type Sender } from './compose-letter.ts'
import {
  type ClaimedLetter,
  insertRefusedLetter,
  postponeLetter,
  putOff,
  removeExpiredLetters,
  removeLetter,
  setDue,
} from './outbox-store.ts'
import { type Addressed, openLetter } from './sealed-letter.ts'
import type { MailTransport, SendOutcome } from './transport.ts'

/** The transport, the keys and the settings for sending letters. */
export interface DeliverNeeds {
  readonly db: Database
  readonly keyring: Keyring
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly transport: MailTransport
  readonly sender: Sender
}

/** What giving a letter up needs. */
type GiveUpNeeds = Omit<DeliverNeeds, 'transport' | 'sender'>

/** The result of sending a letter, and what it says about the mail server. */
export interface Delivery {
  readonly outcome: SendOutcome | { readonly kind: 'not-sent' }
  readonly recipient: string
}

const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 15 * 60

/** How long a letter waits after this many failed attempts: 5, 15, 45 ... seconds, at most 15 minutes. */
export function pauseSeconds(failedAttempts: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 3 ** failedAttempts, LONGEST_PAUSE_SECONDS)
}

/** Sends a claimed letter, and updates or deletes its row by the outcome. */
export async function deliverLetter(needs: DeliverNeeds, claimed: ClaimedLetter): Promise<Delivery> {
  const now = needs.clock.now()
  const notSent = { outcome: { kind: 'not-sent' }, recipient: '' } as const
  if (now >= claimed.expiresAt) {
    await giveUp(needs, { ...claimed, ...whoseIs(needs, claimed) }, 'expired')
    return notSent
  }
  const addressed = open(needs, claimed)
  // Another release, or the right key, may send it later.
  if (!addressed) {
    await postpone(needs, claimed)
    return notSent
  }
  const mail = composeLetter(needs.sender, { messageId: claimed.messageId, addressed, at: now })
  if (addressed.letter.kind === 'decoy') {
    await removeLetter(needs.db, claimed.messageId)
    return notSent
  }
  const outcome = await needs.transport.send(mail)
  const { askedBy, about } = addressed
  await recordOutcome(needs, { ...claimed, askedBy, about }, outcome)
  return { outcome, recipient: mail.to }
}

/** Gives up letters that are too late to send, whether or not they can be sent. */
export async function giveUpExpiredLetters(needs: GiveUpNeeds): Promise<void> {
  const now = needs.clock.now()
  await needs.db.transaction(async (tx) => {
    for (const letter of await removeExpiredLetters(tx, now))
      await noteGivenUp({ ...needs, db: tx }, { ...letter, ...whoseIs(needs, letter) }, 'expired')
  })
}

/** Whose letter it is that is too late to send. One that cannot be unsealed does not say. */
function whoseIs(
  { keyring }: GiveUpNeeds,
  { messageId, sealedContent }: ClaimedLetter,
): Pick<Addressed, 'askedBy' | 'about'> {
  try {
    const { askedBy, about } = openLetter(keyring, messageId, sealedContent)
    return { askedBy, about }
  } catch (error) {
    if (!(error instanceof CannotUnseal)) throw error
    return {}
  }
}

function open(
  { keyring, log }: DeliverNeeds,
  { messageId, kind, sealedContent }: ClaimedLetter,
): Addressed | undefined {
  try {
    const addressed = openLetter(keyring, messageId, sealedContent)
    if (isKnownLetter(addressed.letter)) return addressed
    log.error('letter-of-unknown-kind', { 'portico.message_id': messageId, 'portico.letter': kind })
    return undefined
  } catch (error) {
    if (!(error instanceof CannotUnseal)) throw error
    log.error('letter-cannot-be-unsealed', { 'portico.message_id': messageId })
    return undefined
  }
}

async function recordOutcome(
  needs: DeliverNeeds,
  claimed: ClaimedLetter & Pick<Addressed, 'askedBy' | 'about'>,
  outcome: SendOutcome,
): Promise<void> {
  const { messageId, kind } = claimed
  if (outcome.kind === 'sent') {
    await removeLetter(needs.db, messageId)
    return
  }
  needs.log.warn('letter-not-taken', {
    'portico.message_id': messageId,
    'portico.letter': kind,
    'portico.outcome': outcome.kind,
    'portico.reply': outcome.reply,
  })
  if (outcome.kind === 'refused-recipient' || outcome.kind === 'refused-mail')
    return giveUp(needs, claimed, outcome.kind, outcome.reply)
  if (outcome.kind === 'unavailable') return setDue(needs.db, [messageId], needs.clock.now())
  return postpone(needs, claimed)
}

function postpone({ db, clock }: DeliverNeeds, { messageId, attempts }: ClaimedLetter): Promise<void> {
  return postponeLetter(db, messageId, plusSeconds(clock.now(), pauseSeconds(attempts)))
}

type GivenUp = Omit<ClaimedLetter, 'sealedContent'> & Pick<Addressed, 'askedBy' | 'about'>
type GiveUpReason = 'expired' | 'refused-recipient' | 'refused-mail'

function giveUp(needs: DeliverNeeds, letter: GivenUp, reason: GiveUpReason, reply = ''): Promise<void> {
  return needs.db.transaction(async (tx) => {
    if (!(await removeLetter(tx, letter.messageId))) return
    await noteGivenUp({ ...needs, db: tx }, letter, reason, reply)
  })
}

/** The browser that asked may read that its letter was refused; only supporters read that one was put off until it was too late. */
async function noteGivenUp(
  needs: GiveUpNeeds,
  letter: GivenUp,
  reason: GiveUpReason,
  reply = '',
): Promise<void> {
  const { askedBy, expiresAt, attempts } = letter
  if (askedBy !== undefined)
    await insertRefusedLetter(needs.db, {
      ...{ askedBy: Buffer.from(askedBy, 'base64url'), expiresAt },
      reply: reason === 'expired' ? putOff(attempts) : reply,
    })
  await recordGivenUp(needs, letter, reason, reply)
}

async function recordGivenUp(
  needs: GiveUpNeeds,
  letter: GivenUp,
  reason: GiveUpReason,
  reply = '',
): Promise<void> {
  if (letter.kind === 'decoy') return
  await appendEvent(needs, {
    name: 'letter-given-up',
    origin: systemOrigin,
    ...(letter.about !== undefined && { citizenId: letter.about }),
    details: {
      ...{ message_id: letter.messageId, kind: letter.kind, reason, failed_attempts: letter.attempts },
      ...(reply !== '' && { reply }),
    },
  })
}
