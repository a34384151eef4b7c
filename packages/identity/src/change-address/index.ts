/**
 * A new e-mail address for an account (decision 55). A signed-in citizen who has proven again who they are types the new address. A
 * mailed link or its code proves it. Then the change waits for `PORTICO_ADDRESS_CHANGE_WAIT_DAYS`, while the old address stays the one
 * that signs in. A letter to the old address says so at once, and another one when it was done; the link of each stops the change, or
 * gives the old address back within seven days.
 *
 * A new password, a recovery, “this was not me”, a closing, a suspension and everything else that ends all access stop a change that
 * waits. Housekeeping carries it out. No answer tells who has an address.
 *
 * The room can be taken away: the other rooms know it only by what its list says (`room.ts`).
 */

export { type CarryOutChangesNeeds, carryOutChanges } from './carry-out-changes.ts'
export { CHANGE_ADDRESS } from './room.ts'
export type { ChangeAddressService } from './routes.ts'
