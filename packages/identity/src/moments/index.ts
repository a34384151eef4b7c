/**
 * The moments of one room at which others do something, in its transaction: a recovery by mail, the end of everything, a sign-in with
 * more than the password. A room lists what it does (`room.ts`), and the room of the moment knows no other room's name.
 */
export { type AtMoment, afterRecoveryIn, inEachRoom, type RoomAtMoments } from './at-moments.ts'
