import { partOf } from '../platform/languages.ts'
import { type Limits, perHour } from '../platform/room/limit.ts'
import { MAILED_LINK_WORDS } from './words/index.ts'

const DAY_SECONDS = 24 * 60 * 60

/** Requests for links, and tries of their codes. */
export const MAILED_LINK_LIMITS = {
  'register-per-ip': {
    ...perHour('registerPerIpHour', 'network'),
    counts: partOf(MAILED_LINK_WORDS, ({ limits }) => limits.registrations),
  },
  'register-per-email': {
    ...perHour('registerPerEmailHour', 'email'),
    counts: partOf(MAILED_LINK_WORDS, ({ limits }) => limits.registrations),
  },
  'recover-per-ip': {
    ...perHour('recoverPerIpHour', 'network'),
    counts: partOf(MAILED_LINK_WORDS, ({ limits }) => limits.recoveries),
  },
  'recover-per-email': {
    ...perHour('recoverPerEmailHour', 'email'),
    counts: partOf(MAILED_LINK_WORDS, ({ limits }) => limits.recoveries),
  },
  // The same as recovery, in a counter of its own: somebody who uses up one must not block the citizen's other way in.
  'browser-link-per-ip': {
    ...perHour('recoverPerIpHour', 'network'),
    counts: partOf(MAILED_LINK_WORDS, ({ limits }) => limits.browserLinks),
  },
  'browser-link-per-email': {
    ...perHour('recoverPerEmailHour', 'email'),
    counts: partOf(MAILED_LINK_WORDS, ({ limits }) => limits.browserLinks),
  },
  // Codes of mailed links. Each link has five tries of its own. For one address, a day has the tries of one hour's mails; after
  // that its links still work.
  'code-per-ip': {
    ...perHour('recoverPerIpHour', 'network'),
    times: 5,
    counts: partOf(MAILED_LINK_WORDS, ({ limits }) => limits.codes),
  },
  'code-per-email': {
    ...perHour('recoverPerEmailHour', 'email'),
    windowSeconds: DAY_SECONDS,
    times: 5,
    counts: partOf(MAILED_LINK_WORDS, ({ limits }) => limits.codes),
  },
} satisfies Limits

type Own = Readonly<Record<keyof typeof MAILED_LINK_LIMITS, unknown>>

declare module '../rate-limits/limits.ts' {
  interface RoomLimits extends Own {}
}
