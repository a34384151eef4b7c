import { findHolderOfEmail } from '../citizens/index.ts'
import { LINK_KINDS, REGISTRATIONS, type Registration } from '../mailed-links/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { readToken, type TokenKey } from '../platform/opaque-token.ts'

/** A registration that can still become an account. */
export interface WaitingRegistration {
  readonly key: TokenKey
  readonly registration: Registration
}

/** Finds the registration of a mailed link, if it can still become an account. Changes nothing, however often it is called. */
export async function findWaitingRegistration(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  link: string,
): Promise<WaitingRegistration | undefined> {
  const key = readToken(LINK_KINDS.registration.token, link)
  const now = clock.now()
  const registration = key && (await REGISTRATIONS.find(db, key, now))
  if (!registration) return undefined
  const isTaken = (await findHolderOfEmail(db, registration.email, now)) !== undefined
  return isTaken ? undefined : { key, registration }
}
