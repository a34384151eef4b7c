import type { Design } from '../pages/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { TimeZone } from '../platform/date-words.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Keyring } from '../platform/keyring.ts'
import { randomUuid } from '../platform/random.ts'
import type { Envelope, Letter } from './letter.ts'
import { insertLetter } from './outbox-store.ts'
import { sealLetter } from './sealed-letter.ts'

/** How many letters about one kind of event that nobody may be refused a citizen gets within an hour (decision 59). */
export const MOST_LETTERS_PER_HOUR = 5

/** The open transaction of the change that makes the letter due, and the keys. */
interface PostNeeds extends Basics {
  readonly keyring: Keyring
}

/** The same for a letter that names this service, or leads to a page of it. */
export interface LetterNeeds extends PostNeeds {
  readonly baseUrl: string
  readonly serviceName: string
  readonly timeZone: TimeZone
  /** The names of the service, where it has one for each language. */
  readonly design?: Design
}

/** Who gets a letter: a citizen, perhaps at another address than that of the account. */
export interface Addressee {
  readonly fullName: string
  readonly email: string
  readonly language: string
  readonly citizenId?: string
  /** When it is too late to send. Where nobody says so, three days after it is written. */
  readonly expiresAt?: UnixSeconds
}

const USEFUL_SECONDS = 3 * 24 * 60 * 60

/** What has letters sent at once when they are committed. */
export interface WakesMail {
  readonly mail: { wake(): void }
}

/** Stores a letter in the outbox, in the transaction of `db`. After the commit it will be sent. */
export async function postLetter(needs: PostNeeds, letter: Letter, envelope: Envelope): Promise<void> {
  const messageId = randomUuid(needs.random)
  const { to, language, expiresAt, about } = envelope
  const askedBy = envelope.askedBy?.toString('base64url')
  await insertLetter(needs.db, {
    messageId,
    kind: letter.kind === 'written' ? letter.name : letter.kind,
    recipient: to.address,
    sealedContent: sealLetter(needs.keyring, messageId, { to, language, letter, askedBy, about }),
    createdAt: needs.clock.now(),
    expiresAt,
  })
}

/** Stores a letter to a citizen, in their language. */
export async function postTo(needs: PostNeeds, citizen: Addressee, letter: Letter): Promise<void> {
  const { fullName: name, email: address, language, citizenId: about } = citizen
  const { expiresAt = plusSeconds(needs.clock.now(), USEFUL_SECONDS) } = citizen
  await postLetter(needs, letter, { to: { name, address }, language, expiresAt, about })
}
