import { partOf } from '../platform/languages.ts'
import { type Limits, perHour, perMinute } from '../platform/room/limit.ts'
import { OAUTH_WORDS } from './words/index.ts'

/** The limits of the back ends of programs, and how often a citizen may turn one down. */
export const OAUTH_LIMITS = {
  'token-per-ip': {
    ...perMinute('tokenPerIpMinute'),
    counts: partOf(OAUTH_WORDS, ({ limits }) => limits.tokens),
  },
  'introspect-per-ip': {
    ...perMinute('introspectPerIpMinute'),
    counts: partOf(OAUTH_WORDS, ({ limits }) => limits.introspections),
  },
  // An event that a citizen's own clicks write without a letter.
  'cancel-per-citizen': {
    ...perHour('recoverPerEmailHour', 'email'),
    times: 10,
    counts: partOf(OAUTH_WORDS, ({ limits }) => limits.cancellations),
  },
} satisfies Limits

type Own = Readonly<Record<keyof typeof OAUTH_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
