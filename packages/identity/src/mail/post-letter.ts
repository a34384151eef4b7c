import type { Clock } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Random, randomUuid } from '../platform/random.ts'
import type { Envelope, Letter } from './letter.ts'
import { insertLetter } from './outbox-store.ts'
import { sealLetter } from './sealed-letter.ts'

/** What posting a letter needs: the open transaction of the change that makes it due. */
export interface PostNeeds {
  readonly db: Database
  readonly keyring: Keyring
  readonly clock: Clock
  readonly random: Random
}

/** Puts a letter into the outbox, in the transaction that `db` is; once that has committed, the letter will go out. */
export async function postLetter(needs: PostNeeds, letter: Letter, envelope: Envelope): Promise<void> {
  const messageId = randomUuid(needs.random)
  const { to, language, expiresAt } = envelope
  await insertLetter(needs.db, {
    messageId,
    kind: letter.kind,
    recipient: to.address,
    sealedContent: sealLetter(needs.keyring, messageId, { to, language, letter }),
    createdAt: needs.clock.now(),
    expiresAt,
  })
}
