import { partOf } from '../platform/languages.ts'
import { type Limits, perHour } from '../platform/room/limit.ts'
import { CLOSING_WORDS } from './words/index.ts'

/** How often a citizen may ask. Each request sends a letter. */
export const CLOSING_LIMITS = {
  'closing-per-citizen': {
    ...perHour('recoverPerEmailHour', 'email'),
    counts: partOf(CLOSING_WORDS, ({ limits }) => limits.closings),
  },
} satisfies Limits

type Own = Readonly<Record<keyof typeof CLOSING_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
