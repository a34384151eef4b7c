import { type Limits, perHour } from '../platform/room/limit.ts'

const DAY_SECONDS = 24 * 60 * 60

/** Requests for links, and tries of their codes. */
export const MAILED_LINK_LIMITS = {
  'register-per-ip': perHour('registerPerIpHour', 'network'),
  'register-per-email': perHour('registerPerEmailHour', 'email'),
  'recover-per-ip': perHour('recoverPerIpHour', 'network'),
  'recover-per-email': perHour('recoverPerEmailHour', 'email'),
  // The same as recovery, in a counter of its own: somebody who uses up one must not block the citizen's other way in.
  'browser-link-per-ip': perHour('recoverPerIpHour', 'network'),
  'browser-link-per-email': perHour('recoverPerEmailHour', 'email'),
  // Codes of mailed links. Each link has five tries of its own. For one address, a day has the tries of one hour's mails; after
  // that its links still work.
  'code-per-ip': { ...perHour('recoverPerIpHour', 'network'), times: 5 },
  'code-per-email': { ...perHour('recoverPerEmailHour', 'email'), windowSeconds: DAY_SECONDS, times: 5 },
} satisfies Limits

type Own = Readonly<Record<keyof typeof MAILED_LINK_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
