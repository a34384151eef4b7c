import { partOf } from '../platform/languages.ts'
import { type Limits, perHour } from '../platform/room/limit.ts'
import { CODE_WORDS } from './words/index.ts'

/** How often the apps and the recovery codes are changed. Each change sends its citizen a letter. */
export const CODE_LIMITS = {
  'app-change-per-citizen': {
    ...perHour('recoverPerEmailHour', 'email'),
    times: 5,
    counts: partOf(CODE_WORDS, ({ limits }) => limits.appChanges),
  },
  'recovery-codes-per-citizen': {
    ...perHour('recoverPerEmailHour', 'email'),
    times: 2,
    counts: partOf(CODE_WORDS, ({ limits }) => limits.newRecoveryCodes),
  },
} satisfies Limits

type Own = Readonly<Record<keyof typeof CODE_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
