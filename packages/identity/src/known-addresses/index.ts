/**
 * Addresses that browsers, password managers, crawlers and researchers look up at every site: the root, the icon, the page that changes
 * a password (W3C), whom to tell of a vulnerability (RFC 9116), and what crawlers may read (RFC 9309). It holds no rows.
 */

export { KNOWN_ADDRESSES } from './room.ts'
