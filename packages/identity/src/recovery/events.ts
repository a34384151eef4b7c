import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { RECOVERY_WORDS } from './words/index.ts'

/** What the audit learns about the ways back in. */
export const RECOVERY_EVENTS = {
  'browser-admitted': {
    means: 'A mailed link admitted a browser that the account did not know.',
    bound: { after: ['browser-link-requested'] },
    sentence: partOf(RECOVERY_WORDS, ({ events }) => events.browserAdmitted),
  },
  'password-reset': {
    means: 'A citizen chose a new password by a mailed link. All access ended.',
    bound: { after: ['recovery-requested'] },
    sentence: partOf(RECOVERY_WORDS, ({ events }) => events.passwordReset),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof RECOVERY_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
