import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { lockCitizen } from '../citizens/index.ts'
import { IN_A_ROW } from '../guesses/index.ts'
import { type LetterNeeds, MOST_LETTERS_PER_HOUR, postNews, type WakesMail } from '../mail/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { MOST_TRIES } from './half-sign-in-store.ts'
import { CODE_LETTERS } from './letters.ts'
import type { CodeTry } from './reserve-try.ts'
import { countWrongCodeLetters } from './wrong-code-letter-store.ts'

const HOUR_SECONDS = 60 * 60

/**
 * Tells a citizen of wrong codes after the right password: when a ticket has no try left, and after each five of unknown browsers, which
 * may have left each ticket early. At most five such letters are written within an hour (decision 59); the fifth says so.
 */
export async function mailWrongCodes(
  needs: LetterNeeds & WakesMail,
  { triesLeft, strangersCodes, mark: { citizenId } }: CodeTry,
  origin: AuditOrigin,
): Promise<void> {
  if (strangersCodes === IN_A_ROW.most) {
    const details = { closed: 'unknown-browsers', purpose: 'code' }
    await appendEvent(needs, { name: 'sign-in-closed-to-browser', origin, citizenId, details })
  }
  const isRound = strangersCodes > 0 && strangersCodes % MOST_TRIES === 0
  if (triesLeft > 0 && !isRound) return
  await needs.db.transaction((tx) => write({ ...needs, db: tx }, citizenId, origin))
  needs.mail.wake()
}

async function write(needs: LetterNeeds, citizenId: string, origin: AuditOrigin): Promise<void> {
  const citizen = await lockCitizen(needs.db, citizenId)
  if (!citizen) return
  const at = needs.clock.now()
  const written = await countWrongCodeLetters(needs.db, citizenId, plusSeconds(at, -HOUR_SECONDS))
  if (written >= MOST_LETTERS_PER_HOUR) return
  await appendEvent(needs, { name: 'wrong-codes-told', origin, citizenId })
  const isLast = written === MOST_LETTERS_PER_HOUR - 1
  await postNews(needs, citizen, CODE_LETTERS.wrongCodes, { at, isLast })
}
