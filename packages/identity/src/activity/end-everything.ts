import type { SignedIn } from '../access/index.ts'
import { type LeaveToMailNeeds, leaveToMail, type Objection } from '../mailed-links/index.ts'
import { actSignedIn } from '../moments/index.ts'
import { accepted, type Result } from '../platform/result.ts'

/** A signed-in citizen says that somebody else was in the account: only who reads its mail goes on. */
export function endEverything(
  needs: LeaveToMailNeeds,
  signedIn: SignedIn,
  said: Pick<Objection, 'language' | 'origin'>,
): Promise<Result<void, 'signed-out'>> {
  return actSignedIn(needs, signedIn, async (inTransaction, { citizen, session }) => {
    const { sessionId } = session
    await leaveToMail(inTransaction, citizen, { ...said, sessionId, cause: 'was-not-me' })
    return accepted(undefined)
  })
}
