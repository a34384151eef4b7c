/**
 * What happened with an account, as its citizen reads it: the audit events of this citizen, in plain sentences and by pages,
 * with the acts of operators. Events that would tell of another person, or help nobody, are not shown, and neither is any
 * detail but the cause.
 *
 * A citizen who finds something that they did not do says so with one form (*this was not me*). It ends all access at once,
 * makes the password and the passkeys worthless, and mails a link for a new password (`recovery` has the page behind it).
 * Showing any page changes nothing.
 *
 * The room can be taken away. `audit-log` has the events for operators.
 */
export { ACTIVITY } from './room.ts'
