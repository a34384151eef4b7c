import { type Limits, perHour, perMinute } from '../platform/room/limit.ts'

/** How often passkeys are used and changed. */
export const PASSKEY_LIMITS = {
  // The same as the token endpoint, in a counter of its own. A passkey cannot be guessed, so this only bounds the work.
  'passkey-per-ip': perMinute('tokenPerIpMinute', 'network'),
  // Each change sends its citizen a letter.
  'passkey-change-per-citizen': { ...perHour('recoverPerEmailHour', 'email'), times: 10 },
} satisfies Limits

type Own = Readonly<Record<keyof typeof PASSKEY_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
