/** What a server may send before the browser confirms the first bytes: ten segments (RFC 6928 section 2). */
export const FIRST_FLIGHT_BYTES: number = 10 * 1460
