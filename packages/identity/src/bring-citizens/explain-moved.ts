import { findCitizen, standingNow } from '../citizens/index.ts'
import { findGivenUp, findPutOff, sayHandOver, sayRefused } from '../mail/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { partOf } from '../platform/languages.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Explains, findingsOf, type Reader, type Said } from '../platform/room/explains.ts'
import { MOVED_FINDINGS } from './findings.ts'
import { findStories } from './invite-store.ts'
import { INVITATION } from './letters.ts'
import type { BringWords } from './words/en.ts'
import { BRING_WORDS } from './words/index.ts'

type MovedWords = BringWords['findings']['account-moved']

const finding = findingsOf(
  MOVED_FINDINGS,
  partOf(BRING_WORDS, ({ findings }) => findings),
)

/** The letter is written in the transaction that writes the event, and before it. */
const TRANSACTION_SECONDS = 60

/**
 * Tells a supporter that an account was brought and nobody has signed in to it here, and whether its citizen was told by a letter. Of one that is suspended it tells
 * nothing: a new password does not help there.
 */
export const explainMoved: Explains = async ({ db, clock }, { citizenId }) => {
  if (citizenId === undefined) return []
  const story = (await findStories(db, [citizenId])).get(citizenId)
  const citizen = await findCitizen(db, citizenId)
  if (!citizen || !story || story.hasCome) return []
  if ((await standingNow({ db, clock }, citizen)).standing !== 'active') return []
  const { broughtAt, invitedAt } = story
  if (broughtAt === null) return []
  const saysLetter = await letterOf(db, { citizenId, recipient: citizen.email, invitedAt })
  return [
    finding('account-moved', (words, reader) => ({
      found: [words.brought(reader.when(broughtAt)), ...saysLetter(words, reader)],
      tell: [words.tell, citizen.passwordHash === '' ? words.withoutPassword : words.withPassword],
    })),
  ]
}

/** What became of the letter. */
async function letterOf(
  db: Database,
  asked: { readonly citizenId: string; readonly recipient: string; readonly invitedAt: UnixSeconds | null },
): Promise<(words: MovedWords, reader: Reader) => Said> {
  const { citizenId, recipient, invitedAt } = asked
  if (invitedAt === null) return (words) => [words.notInvited]
  const letter = { kinds: [INVITATION.name], since: plusSeconds(invitedAt, -TRANSACTION_SECONDS) }
  const refusal = await findGivenUp(db, { citizenId, ...letter })
  const isLate = (await findPutOff(db, { citizenId, ...letter })) !== undefined
  const handedOver =
    refusal === undefined ? await sayHandOver(db, { recipient, ...letter }) : sayRefused(refusal)
  return (words, reader) => [
    words.invited(reader.when(invitedAt)),
    ...(isLate ? [words.late] : handedOver(reader)),
  ]
}
