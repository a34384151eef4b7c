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

/** A change of a citizen that an operator can ask for. */
export type ChangeCitizen<Needs extends Basics = Basics> = (
  needs: Needs,
  request: OperatorRequest,
) => Promise<Result<OperatorChange, OperatorRefusal>>

const changing =
  (kind: OperatorChangeKind): ChangeCitizen =>
  (needs, request) =>
    changeAsOperator(needs, request, kind)

/** Keeps a citizen out and ends every session, code, token and link at once, by one row. */
export const suspendCitizen = changing({
  event: 'citizen-suspended',
  change: suspend,
  closedAccounts: 'refused',
})

/** Lets a suspended citizen sign in again; what the suspension ended stays ended. */
export const reinstateCitizen = changing({
  event: 'citizen-reinstated',
  change: reinstate,
  closedAccounts: 'refused',
})

/** Makes a citizen prove the address anew before entering any program (contract section 4.1, 403), and ends all access. */
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

/** What closing an account needs. */
export interface CloseCitizenNeeds extends Basics {
  /** Deletes what the rooms above this one keep about a citizen, in the same transaction. */
  erase(tx: Database, citizenId: string): Promise<void>
}

/**
 * Closes an account for good: all access ends, what is known about the person is erased, and the address may be
 * registered by anybody. The subject stays and is never given to anybody else, so no program takes somebody else for this
 * citizen.
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
