import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Result } from '../platform/result.ts'
import { closeAccount, raiseSecurityVersion, reinstate, suspend, unverifyEmail } from './citizen-store.ts'
import {
  changeAsOperator,
  type OperatorChange,
  type OperatorChangeKind,
  type OperatorRefusal,
  type OperatorRequest,
} from './operator-change.ts'

/** An operator's change of a citizen. */
export type ChangeCitizen<Needs extends Basics = Basics> = (
  needs: Needs,
  request: OperatorRequest,
) => Promise<Result<OperatorChange, OperatorRefusal>>

const changing =
  (kind: OperatorChangeKind): ChangeCitizen =>
  (needs, request) =>
    changeAsOperator(needs, request, kind)

/** Suspends a citizen, and ends every session, code, token and link, by changing one row. */
export const suspendCitizen = changing({
  event: 'citizen-suspended',
  change: suspend,
  closedAccounts: 'refused',
})

/** Lets a suspended citizen sign in again. What the suspension ended stays ended. */
export const reinstateCitizen = changing({
  event: 'citizen-reinstated',
  change: reinstate,
  closedAccounts: 'refused',
})

/** Makes a citizen verify the address again before entering any program (contract section 4.1, 403), and ends all access. */
export const requireVerification = changing({
  event: 'citizen-verification-required',
  change: unverifyEmail,
  closedAccounts: 'refused',
})

/** Ends every session, code, token and link of a citizen, who may sign in again at once. */
export const signOutCitizen = changing({
  event: 'citizen-signed-out',
  change: async (tx, citizenId) => (await raiseSecurityVersion(tx, citizenId)) !== undefined,
  closedAccounts: 'refused',
})

/** The foundation, and how other rooms erase their part. */
export interface CloseCitizenNeeds extends Basics {
  /** Deletes what higher rooms have about a citizen, in the same transaction. */
  erase(tx: Database, citizenId: string): Promise<void>
}

/**
 * Closes an account for ever: all access ends, the personal data are erased, and anybody may register the address. The
 * subject stays and is never given to another citizen, so no program mistakes another one for this one.
 */
export const closeCitizen: ChangeCitizen<CloseCitizenNeeds> = ({ erase, ...needs }, request) =>
  changeAsOperator(needs, request, {
    event: 'citizen-closed',
    closedAccounts: 'unchanged',
    change: async (tx, citizenId) => {
      const isClosed = await closeAccount(tx, citizenId)
      if (isClosed) await erase(tx, citizenId)
      return isClosed
    },
  })
