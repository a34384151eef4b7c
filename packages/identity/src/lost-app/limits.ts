import { type Limits, perHour } from '../platform/room/limit.ts'

/** How often somebody says that the app is lost: from one network, and of one address. Each time sends a letter. */
export const LOST_APP_LIMITS = {
  // The same as a forgotten password, for who has given the password: a stranger who uses up the mails of an address must not keep the way back shut.
  'lost-app-per-ip': perHour('recoverPerIpHour', 'network'),
  'lost-app-per-email': perHour('recoverPerEmailHour', 'email'),
} satisfies Limits

type Own = Readonly<Record<keyof typeof LOST_APP_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
