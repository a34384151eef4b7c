import { partOf } from '../platform/languages.ts'
import { type Limits, perHour } from '../platform/room/limit.ts'
import { DATA_WORDS } from './words/index.ts'

/** How many copies a citizen gets. */
export const DATA_LIMITS = {
  // As many as mailed links.
  'download-per-citizen': {
    ...perHour('recoverPerEmailHour', 'email'),
    counts: partOf(DATA_WORDS, ({ limits }) => limits.copies),
  },
  // A form that is sent again gets the file again, without another event: each copy may break off a few times.
  'download-again-per-citizen': {
    ...perHour('recoverPerEmailHour', 'email'),
    times: 3,
    counts: partOf(DATA_WORDS, ({ limits }) => limits.copiesAgain),
  },
} satisfies Limits

type Own = Readonly<Record<keyof typeof DATA_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
