import { type Limits, perHour } from '../platform/room/limit.ts'

/** How often the apps and the recovery codes are changed. Each change sends its citizen a letter. */
export const CODE_LIMITS = {
  'app-change-per-citizen': { ...perHour('recoverPerEmailHour', 'email'), times: 5 },
  'recovery-codes-per-citizen': { ...perHour('recoverPerEmailHour', 'email'), times: 2 },
} satisfies Limits

type Own = Readonly<Record<keyof typeof CODE_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
