import { nameUserAgent } from '../access/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { type LetterNeeds, MOST_LETTERS_PER_HOUR, postTo } from '../mail/index.ts'
import { PATHS, wordsFor } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { countNewDeviceLetters } from './new-device-letter-store.ts'

const HOUR_SECONDS = 60 * 60

/**
 * Tells a citizen whose row the caller has locked that a new browser signed in. False where no letter is written: whoever knows the password can
 * come with a new browser each time, and no sign-in may be refused for that. Then the letter before, of the same hour, has said that
 * only the activity lists more of them.
 */
export async function writeNewDeviceLetter(
  needs: LetterNeeds,
  citizen: Citizen,
  userAgent: string | undefined,
): Promise<boolean> {
  const { citizenId, language } = citizen
  const at = needs.clock.now()
  const written = await countNewDeviceLetters(needs.db, citizenId, plusSeconds(at, -HOUR_SECONDS))
  if (written >= MOST_LETTERS_PER_HOUR) return false
  const { browser, system } = nameUserAgent(userAgent ?? '')
  const { unknownBrowser, unknownSystem } = wordsFor(language).words.sessions
  await postTo(needs, citizen, {
    kind: 'new-device',
    browser: browser ?? unknownBrowser,
    system: system ?? unknownSystem,
    at,
    isLast: written === MOST_LETTERS_PER_HOUR - 1,
    recoverAddress: `${needs.baseUrl}${PATHS.recover}`,
  })
  return true
}
