import type { UnixSeconds } from '../platform/clock.ts'
import { isoInstant } from '../platform/own-data.ts'
import type { Database } from '../platform/postgres/database.ts'
import { closeAccount, raiseSecurityVersion, unverifyEmail } from './citizen-store.ts'
import { type OperatorNeeds, operatorChange } from './operator-change.ts'
import { endIfOver, endSuspension, suspend } from './suspension.ts'
import type { SuspensionCause } from './suspension-cause.ts'

/** Why and until when an operator suspends. */
export interface SuspendCitizenNeeds extends OperatorNeeds {
  /** Without one, a suspension keeps its cause, and one that begins has `other`. */
  readonly cause?: SuspensionCause | undefined
  /** Where it begins by another clock than that of this process. */
  readonly since?: UnixSeconds
  readonly endsAt?: UnixSeconds | undefined
}

/** Suspends a citizen, and ends every session, code, token and link, by changing one row. */
export const suspendCitizen = operatorChange<SuspendCitizenNeeds>(
  'citizen-suspended',
  async (tx, citizenId, needs) => {
    const { clock, since = clock.now(), endsAt = null } = needs
    await endIfOver({ ...needs, db: tx }, citizenId)
    const cause = await suspend(tx, citizenId, { since, cause: needs.cause, endsAt })
    return cause !== undefined && { cause, ...(endsAt !== null && { until: isoInstant(endsAt) }) }
  },
)

/** Lets a suspended citizen sign in again. What the suspension ended stays ended. */
export const reinstateCitizen = operatorChange('citizen-reinstated', async (tx, citizenId, needs) => {
  await endIfOver({ ...needs, db: tx }, citizenId)
  return endSuspension(tx, citizenId)
})

/** Makes a citizen verify the address again before entering any program (contract section 4.1, 403), and ends all access. */
export const requireVerification = operatorChange('citizen-verification-required', unverifyEmail)

/** Ends every session, code, token and link of a citizen, who may sign in again at once. */
export const signOutCitizen = operatorChange(
  'citizen-signed-out',
  async (tx, citizenId) => (await raiseSecurityVersion(tx, citizenId)) !== undefined,
)

/** The foundation, and how other rooms erase their part. */
export interface CloseCitizenNeeds extends OperatorNeeds {
  /** Deletes what higher rooms have about a citizen, in the same transaction. */
  erase(tx: Database, citizenId: string): Promise<void>
}

/**
 * Closes an account for ever: all access ends, the personal data are erased, and anybody may register the address. The
 * subject stays and is never given to another citizen, so no program mistakes another one for this one.
 */
export const closeCitizen = operatorChange<CloseCitizenNeeds>(
  'citizen-closed',
  async (tx, citizenId, { erase }) => {
    const isClosed = await closeAccount(tx, citizenId)
    if (isClosed) await erase(tx, citizenId)
    return isClosed
  },
  'unchanged',
)
