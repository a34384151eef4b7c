import { partOf } from '../platform/languages.ts'
import { type Limits, perHour, perMinute } from '../platform/room/limit.ts'
import { PASSKEY_WORDS } from './words/index.ts'

/** How often passkeys are used and changed. */
export const PASSKEY_LIMITS = {
  // The same as the token endpoint, in a counter of its own. A passkey cannot be guessed, so this only bounds the work.
  'passkey-per-ip': {
    ...perMinute('tokenPerIpMinute', 'network'),
    counts: partOf(PASSKEY_WORDS, ({ limits }) => limits.signIns),
  },
  // Each change sends its citizen a letter.
  'passkey-change-per-citizen': {
    ...perHour('recoverPerEmailHour', 'email'),
    times: 10,
    counts: partOf(PASSKEY_WORDS, ({ limits }) => limits.changes),
  },
} satisfies Limits

type Own = Readonly<Record<keyof typeof PASSKEY_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
