import { type Limits, perHour, perMinute } from '../platform/room/limit.ts'

/** The limits of the back ends of programs, and how often a citizen may turn one down. */
export const OAUTH_LIMITS = {
  'token-per-ip': perMinute('tokenPerIpMinute'),
  'introspect-per-ip': perMinute('introspectPerIpMinute'),
  // An event that a citizen's own clicks write without a letter.
  'cancel-per-citizen': { ...perHour('recoverPerEmailHour', 'email'), times: 10 },
} satisfies Limits

type Own = Readonly<Record<keyof typeof OAUTH_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
