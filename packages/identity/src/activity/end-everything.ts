import { lockSignedIn, type SignedIn } from '../access/index.ts'
import { type LeaveToMailNeeds, leaveToMail, type Objection } from '../mailed-links/index.ts'

/**
 * A signed-in citizen says that somebody else was in the account: only who reads its mail goes on. Returns false, and nothing
 * happens, where the session has ended meanwhile: of several requests at once, one does it.
 */
export async function endEverything(
  needs: LeaveToMailNeeds,
  signedIn: SignedIn,
  said: Pick<Objection, 'language' | 'origin'>,
): Promise<boolean> {
  const isDone = await needs.db.transaction(async (tx) => {
    const citizen = await lockSignedIn(tx, signedIn)
    if (!citizen) return false
    const { sessionId } = signedIn.session
    await leaveToMail({ ...needs, db: tx }, citizen, { ...said, sessionId, cause: 'was-not-me' })
    return true
  })
  if (isDone) needs.mail.wake()
  return isDone
}
