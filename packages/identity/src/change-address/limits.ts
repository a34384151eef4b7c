import { partOf } from '../platform/languages.ts'
import { type Limits, perHour } from '../platform/room/limit.ts'
import { CHANGE_ADDRESS_WORDS } from './words/index.ts'

/** How often a new address is asked for: by a citizen, from one network, and of one address. Each request sends a letter. */
export const CHANGE_ADDRESS_LIMITS = {
  // The same as registration, in a counter of its own: a stranger must not keep a citizen from an address by registrations of it.
  'new-address-per-ip': {
    ...perHour('registerPerIpHour', 'network'),
    counts: partOf(CHANGE_ADDRESS_WORDS, ({ limits }) => limits.newAddresses),
  },
  'new-address-per-email': {
    ...perHour('registerPerEmailHour', 'email'),
    counts: partOf(CHANGE_ADDRESS_WORDS, ({ limits }) => limits.newAddresses),
  },
  'new-address-per-citizen': {
    ...perHour('recoverPerEmailHour', 'email'),
    times: 2,
    counts: partOf(CHANGE_ADDRESS_WORDS, ({ limits }) => limits.newAddresses),
  },
} satisfies Limits

type Own = Readonly<Record<keyof typeof CHANGE_ADDRESS_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
