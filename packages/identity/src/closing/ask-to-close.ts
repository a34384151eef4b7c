import type { SignedIn } from '../access/index.ts'
import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { lockCitizen, raiseSecurityVersion } from '../citizens/index.ts'
import { type PostNeeds, postLetter } from '../mail/index.ts'
import { PATHS } from '../pages/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { isRecent } from '../sign-in/index.ts'
import { saveClosing } from './closing-store.ts'

/** Everything that `askToClose` uses. */
export interface AskToCloseNeeds extends PostNeeds {
  readonly baseUrl: string
  readonly closingWaitDays: number
  readonly mail: { wake(): void }
}

/** In which language, and from where, the citizen asks. */
export interface ClosingRequest {
  readonly language: string
  readonly origin: AuditOrigin
}

/** Why nothing was begun. `not-recent`: the citizen must first prove again who they are. */
export type ClosingRefusal = 'not-recent' | 'signed-out'

const DAY_SECONDS = 24 * 60 * 60

/**
 * Begins the waiting period of an account, and ends all access. The citizen gets a letter that says how to keep the account.
 * Returns when the account will be closed.
 */
export async function askToClose(
  needs: AskToCloseNeeds,
  signedIn: SignedIn,
  request: ClosingRequest,
): Promise<Result<UnixSeconds, ClosingRefusal>> {
  if (!isRecent(signedIn, needs.clock.now())) return refused('not-recent')
  const begun = await needs.db.transaction((tx) => begin({ ...needs, db: tx }, signedIn, request))
  if (begun.ok) needs.mail.wake()
  return begun
}

async function begin(
  needs: AskToCloseNeeds,
  { session }: SignedIn,
  { language, origin }: ClosingRequest,
): Promise<Result<UnixSeconds, ClosingRefusal>> {
  const { db, clock, baseUrl } = needs
  const { citizenId, sessionId } = session
  const citizen = await lockCitizen(db, citizenId)
  if (citizen?.standing !== 'active' || citizen.securityVersion !== session.securityVersion)
    return refused('signed-out')
  const securityVersion = await raiseSecurityVersion(db, citizenId)
  if (securityVersion === undefined) return refused('signed-out')
  const askedAt = clock.now()
  const dueAt = plusSeconds(askedAt, needs.closingWaitDays * DAY_SECONDS)
  await saveClosing(db, { citizenId, securityVersion, language, askedAt, dueAt })
  const details = { cause: 'closing' }
  await appendEvent(needs, { name: 'closing-requested', origin, citizenId, sessionId })
  await appendEvent(needs, { name: 'citizen-signed-out', origin, citizenId, sessionId, details })
  const letter = { kind: 'closing-requested' as const, dueAt, signInAddress: baseUrl + PATHS.login }
  const to = { name: citizen.fullName, address: citizen.email }
  await postLetter(needs, letter, { to, language, expiresAt: dueAt })
  return accepted(dueAt)
}
