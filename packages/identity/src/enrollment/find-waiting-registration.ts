import { findHolderOfEmail } from '../citizens/index.ts'
import { findRegistration, type WaitingRegistration } from '../mailed-links/index.ts'
import type { Basics } from '../platform/foundation.ts'

/** Finds the registration of a mailed link, if it can still become an account. Changes nothing, however often it is called. */
export async function findWaitingRegistration(
  needs: Pick<Basics, 'db' | 'clock'>,
  link: string,
): Promise<WaitingRegistration | undefined> {
  const waiting = await findRegistration(needs, link)
  if (!waiting) return undefined
  const holder = await findHolderOfEmail(needs.db, waiting.registration.email, needs.clock.now())
  return holder === undefined ? waiting : undefined
}
