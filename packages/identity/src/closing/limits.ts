import { type Limits, perHour } from '../platform/room/limit.ts'

/** How often a citizen may ask. Each request sends a letter. */
export const CLOSING_LIMITS = {
  'closing-per-citizen': perHour('recoverPerEmailHour', 'email'),
} satisfies Limits

type Own = Readonly<Record<keyof typeof CLOSING_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
