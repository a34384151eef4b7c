/**
 * The way back for a citizen who has lost the app for codes and the recovery codes (decision 56). After the password they say so, prove
 * the mailbox by a mailed link, and give the password once more. Then the removal of the apps waits for
 * `PORTICO_LOST_APP_WAIT_DAYS`. A letter says so at once, and another one a day before the end; each has a link that stops it.
 *
 * Whoever signs in with more than the password stops it, too, and so does every change of the password and everything that ends all
 * access. Housekeeping carries it out. Nothing here tells whether a removal waits to somebody who only has the password.
 *
 * The room can be taken away: `sign-in`, `recovery` and `activity` know it only by what its list says (`room.ts`).
 */

export { type CarryOutRemovalsNeeds, carryOutRemovals } from './carry-out-removals.ts'
export { LOST_APP } from './room.ts'
export type { LostAppService } from './routes.ts'
