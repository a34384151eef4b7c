import type { SignedIn } from '../access/index.ts'
import type { AuditOrigin } from '../audit/index.ts'
import { type Citizen, lockCitizen } from '../citizens/index.ts'
import type { LetterNeeds, WakesMail } from '../mail/index.ts'
import { carryOutEach } from '../platform/postgres/carry-out-each.ts'
import type { Purge, PurgeNeeds } from '../platform/postgres/purge.ts'
import { accepted, refused } from '../platform/result.ts'
import { actSignedIn } from './act-signed-in.ts'
import type { AtMoment } from './at-moments.ts'

/** Stops what waits for a citizen whose row the caller has locked, and tells the citizen. False where nothing waits. */
export type StopWaiting<Cause extends string> = (
  needs: LetterNeeds,
  citizen: Citizen,
  how: { readonly origin: AuditOrigin; readonly cause: Cause },
) => Promise<boolean>

/** Stops what waits in the transaction of another room, for this cause. */
export function stopBecause<Cause extends string>(stop: StopWaiting<Cause>, cause: Cause): AtMoment {
  return async (needs, citizen, origin) => void (await stop(needs, citizen, { origin, cause }))
}

/** Stops what waits for a signed-in citizen. It needs no proof again: it only keeps what is there. */
export async function stopOwn(
  needs: LetterNeeds & WakesMail,
  signedIn: SignedIn & { readonly origin: AuditOrigin },
  stop: StopWaiting<'by-citizen'>,
): Promise<boolean> {
  const { origin } = signedIn
  const stopped = await actSignedIn(needs, signedIn, async (inTransaction, { citizen }) =>
    (await stop(inTransaction, citizen, { origin, cause: 'by-citizen' }))
      ? accepted(undefined)
      : refused('nothing-waits'),
  )
  return stopped.ok
}

/** What is due for one citizen, whose row is locked. There is no citizen where the account is gone. */
export interface DueStep {
  readonly citizenId: string
  readonly citizen: Citizen | undefined
}

/**
 * Takes the next step of everything that is due. A step is one transaction that locks the citizen first, as every change of an account
 * does: a sign-in at the same moment is before it or after it, a kill in the middle leaves it due, and of several processes one does it.
 */
export function carryOutDue<More>(
  more: More,
  findDue: Parameters<typeof carryOutEach>[0],
  takeNextStep: (needs: More & PurgeNeeds, due: DueStep) => Promise<void>,
): Purge {
  return carryOutEach(findDue, async (needs, citizenId) => {
    const citizen = await lockCitizen(needs.db, citizenId)
    await takeNextStep({ ...more, ...needs }, { citizenId, citizen })
  })
}
