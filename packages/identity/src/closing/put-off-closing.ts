import { postNews } from '../mail/index.ts'
import type { KeepOpen } from '../moments/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { putOff } from './closing-store.ts'
import { CLOSING_LETTERS } from './letters.ts'

/** Whoever can sign in again has so long to do it. The sentence about a lost phone says it, too. */
const WAY_BACK_SECONDS = 14 * 24 * 60 * 60

/** Puts a closing off for a citizen who can sign in from this instant on, and tells them until when. */
export const putOffClosing: KeepOpen = async (needs, citizen, until) => {
  const dueAt = plusSeconds(until, WAY_BACK_SECONDS)
  if (!(await putOff(needs.db, citizen.citizenId, dueAt))) return
  const facts = { dueAt, signInAddress: needs.baseUrl + PATHS.login }
  await postNews(needs, { ...citizen, expiresAt: dueAt }, CLOSING_LETTERS.putOff, facts)
}
