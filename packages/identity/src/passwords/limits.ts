import { partOf } from '../platform/languages.ts'
import { type Limits, perHour } from '../platform/room/limit.ts'
import { PASSWORD_WORDS } from './words/index.ts'

/** How often a new password is judged and hashed: for one link or account, and for one network. Thirty tries are enough for a person. */
export const PASSWORD_LIMITS = {
  'new-password-per-citizen': {
    ...perHour('recoverPerEmailHour', 'email'),
    times: 10,
    counts: partOf(PASSWORD_WORDS, ({ limits }) => limits.newPasswords),
  },
  'new-password-per-ip': {
    ...perHour('recoverPerIpHour', 'network'),
    times: 10,
    counts: partOf(PASSWORD_WORDS, ({ limits }) => limits.newPasswords),
  },
} satisfies Limits

type Own = Readonly<Record<keyof typeof PASSWORD_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
