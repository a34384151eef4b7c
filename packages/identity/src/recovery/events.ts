import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { RECOVERY_WORDS } from './words/index.ts'

/** What the audit learns about the ways back in. */
export const RECOVERY_EVENTS = {
  'browser-admitted': {
    bound: { after: ['browser-link-requested'] },
    sentence: partOf(RECOVERY_WORDS, ({ events }) => events.browserAdmitted),
  },
  'password-reset': {
    bound: { after: ['recovery-requested'] },
    sentence: partOf(RECOVERY_WORDS, ({ events }) => events.passwordReset),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof RECOVERY_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
