/**
 * Citizens close their own account. The request ends all access at once, and the account is closed after a waiting period
 * (`PORTICO_CLOSING_WAIT_DAYS`). The way back is to sign in again before that: then nothing is closed. The database decides it
 * at the end of the waiting period, from the sessions and the browsers of the account, so `sign-in` knows nothing of this room.
 * Whoever signed in again hears of it on the home of the account, and on the day of the closing by a letter. Whoever waits to be let in again keeps the
 * account until two weeks after that.
 * Whatever ends all access once more calls the closing off, too: a new password by mail, a suspension, an operator who signs the citizen
 * out. Other orders of operators do not.
 *
 * What closing means is the same as for an operator (`citizens`): the personal data are erased, the address becomes free, and
 * the subject is never given to anybody else. The room can be taken away.
 */
export { CLOSING } from './room.ts'
