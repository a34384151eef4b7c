import { findCitizenIdByEmail } from '../citizens/index.ts'
import type { Clock } from '../platform/clock.ts'
import { readToken } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Registration } from './registration.ts'
import { findRegistration } from './registration-store.ts'

/** Reads what waits under a mailed link, if an account can still come of it; nothing is changed, however often. */
export async function findWaitingRegistration(
  { db, clock }: { db: Database; clock: Clock },
  link: string,
): Promise<Registration | undefined> {
  const key = readToken('registration-link', link)
  const waiting = key && (await findRegistration(db, key, clock.now()))
  if (!waiting) return undefined
  return (await findCitizenIdByEmail(db, waiting.email)) === undefined ? waiting : undefined
}
