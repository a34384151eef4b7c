import { partOf } from '../platform/languages.ts'
import { type Limits, perMinute } from '../platform/room/limit.ts'
import { ENDED_FEED_WORDS } from './words/index.ts'

/** The most endings in one answer. Where there are more, the program checks everything again. */
export const MOST_ENDED = 1_000

/** The most events that one statement reads on one server. */
export const MOST_EVENTS = 10_000

/** How often an address may ask. */
export const ENDED_FEED_LIMITS = {
  // The same as introspection, in a counter of its own: where introspections are used up, programs need the feed most.
  'ended-per-ip': {
    ...perMinute('introspectPerIpMinute'),
    counts: partOf(ENDED_FEED_WORDS, ({ limits }) => limits.questions),
  },
} satisfies Limits

type Own = Readonly<Record<keyof typeof ENDED_FEED_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
