/**
 * The home of an account, where a sign-in without a program leads: how its citizen signs in, what waits, the programs, what happened last, and who it is.
 * And the page of everything that is about signing in. Both show what the rooms tell (`onHome` in their lists), which is one statement for the page; this room knows no other by name.
 */
export { ACCOUNT_HOME } from './room.ts'
