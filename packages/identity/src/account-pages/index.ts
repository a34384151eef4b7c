/**
 * What citizens do with their account once they are signed in: name and phone number, another password, the browsers
 * that are signed in, the programs that were entered, a new proof of the address, and signing out.
 *
 * Every page sends a browser that is not signed in to the sign-in page. Every change is a form that this service
 * showed to the very session that sends it; showing a page changes nothing, so no link signs anybody out. Wherever
 * the password is asked for, guessing is counted as it is when signing in (`sign-in`).
 *
 * The link that proves an address anew works for 24 hours, once, only together with the password, and not beyond a
 * change of the security version; the first proof of an address is in `enrollment`.
 */
export { type AccountService, accountRoutes } from './routes.ts'
