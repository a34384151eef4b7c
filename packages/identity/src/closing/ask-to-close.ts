import type { SignedIn } from '../access/index.ts'
import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { endAllAccess } from '../citizens/index.ts'
import { type LetterNeeds, postNews, type WakesMail } from '../mail/index.ts'
import { actSignedIn } from '../moments/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import type { SpendsLimits } from '../rate-limits/index.ts'
import { saveClosing } from './closing-store.ts'
import { CLOSING_LETTERS } from './letters.ts'

/** Everything that `askToClose` uses. */
export interface AskToCloseNeeds extends LetterNeeds, WakesMail, SpendsLimits {
  readonly closingWaitDays: number
  /** Before this nothing is closed for good, where there is such an instant: somebody can still take the account back. */
  earliestClosing(db: Database, citizenId: string): Promise<UnixSeconds | undefined>
}

/** Why nothing was begun. */
export type ClosingRefusal = 'signed-out' | Wait

const DAY_SECONDS = 24 * 60 * 60

/**
 * Begins the waiting period of an account whose citizen has just proven who they are, and ends all access. The citizen gets a letter that says how to keep the account.
 * Returns when the account will be closed.
 */
export async function askToClose(
  needs: AskToCloseNeeds,
  signedIn: SignedIn,
  origin: AuditOrigin,
): Promise<Result<UnixSeconds, ClosingRefusal>> {
  const limit = await needs.limits.spend('closing-per-citizen', signedIn.citizen.citizenId)
  if (!limit.allowed) return refused(limit)
  return actSignedIn(needs, signedIn, (inTransaction, locked) => begin(inTransaction, locked, origin))
}

async function begin(
  needs: AskToCloseNeeds,
  { citizen, session }: SignedIn,
  origin: AuditOrigin,
): Promise<Result<UnixSeconds, ClosingRefusal>> {
  const { db, clock, baseUrl } = needs
  const { citizenId, sessionId } = session
  await appendEvent(needs, { name: 'closing-requested', origin, citizenId, sessionId })
  const securityVersion = await endAllAccess(needs, { citizenId, sessionId, origin, cause: 'closing' })
  const askedAt = clock.now()
  const waitsUntil = plusSeconds(askedAt, needs.closingWaitDays * DAY_SECONDS)
  const notBefore = (await needs.earliestClosing(db, citizenId)) ?? waitsUntil
  const dueAt = notBefore > waitsUntil ? notBefore : waitsUntil
  await saveClosing(db, { citizenId, securityVersion, askedAt, dueAt })
  const facts = { dueAt, signInAddress: baseUrl + PATHS.login }
  await postNews(needs, { ...citizen, expiresAt: dueAt }, CLOSING_LETTERS.requested, facts)
  return accepted(dueAt)
}
