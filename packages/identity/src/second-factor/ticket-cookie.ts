import type { NoteCookie } from '../hosted-page/index.ts'

/** The cookie of a half sign-in: the password was right, and the code is awaited. The ticket in it is valid for as long. */
export const TICKET_COOKIE: NoteCookie = { name: 'portico_half', seconds: 10 * 60 }
