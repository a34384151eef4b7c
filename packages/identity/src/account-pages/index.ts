/**
 * What signed-in citizens do with their account: name and phone number, password, sessions, connected programs, a new
 * verification of the address, and signing out.
 *
 * Every page redirects a browser that is not signed in to the sign-in page. Every change is a form that this service
 * showed to the same session. Showing a page changes nothing, so no link signs anybody out. Wherever a page asks for
 * the password, guesses count as at a sign-in (`sign-in`).
 *
 * The link that verifies an address again is valid for 24 hours and once, only together with the password, and only
 * with the same security version. `enrollment` verifies an address the first time.
 */
export { ACCOUNT_PAGES } from './room.ts'
