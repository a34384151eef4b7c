import { partOf } from '../platform/languages.ts'
import { type Limits, perHour } from '../platform/room/limit.ts'
import { ACCOUNT_WORDS } from './words/index.ts'

/** Changes of an account. Each kind has a counter of its own, so that none keeps another back. */
export const ACCOUNT_LIMITS = {
  // Each sends a letter.
  'password-change-per-citizen': {
    ...perHour('recoverPerEmailHour', 'email'),
    times: 2,
    counts: partOf(ACCOUNT_WORDS, ({ limits }) => limits.passwordChanges),
  },
  // Each writes an event without a letter.
  'profile-change-per-citizen': {
    ...perHour('recoverPerEmailHour', 'email'),
    times: 10,
    counts: partOf(ACCOUNT_WORDS, ({ limits }) => limits.profileChanges),
  },
} satisfies Limits

type Own = Readonly<Record<keyof typeof ACCOUNT_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
