import { partOf } from '../platform/languages.ts'
import { type Limits, perHour } from '../platform/room/limit.ts'
import { LOST_APP_WORDS } from './words/index.ts'

/** How often somebody says that the app is lost: from one network, and of one address. Each time sends a letter. */
export const LOST_APP_LIMITS = {
  // The same as a forgotten password, for who has given the password: a stranger who uses up the mails of an address must not keep the way back shut.
  'lost-app-per-ip': {
    ...perHour('recoverPerIpHour', 'network'),
    counts: partOf(LOST_APP_WORDS, ({ limits }) => limits.lostApps),
  },
  'lost-app-per-email': {
    ...perHour('recoverPerEmailHour', 'email'),
    counts: partOf(LOST_APP_WORDS, ({ limits }) => limits.lostApps),
  },
} satisfies Limits

type Own = Readonly<Record<keyof typeof LOST_APP_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
