import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { ACCOUNT_WORDS } from './words/index.ts'

/** What the audit learns about the pages of the account. */
export const ACCOUNT_EVENTS = {
  'password-changed': {
    bound: { limit: 'password-change-per-citizen' },
    sentence: partOf(ACCOUNT_WORDS, ({ events }) => events.passwordChanged),
  },
  'profile-changed': {
    bound: { limit: 'profile-change-per-citizen' },
    sentence: partOf(ACCOUNT_WORDS, ({ events }) => events.profileChanged),
  },
  'email-verified': {
    bound: { after: ['verification-requested', 'recovery-requested'] },
    sentence: partOf(ACCOUNT_WORDS, ({ events }) => events.emailVerified),
  },
  'program-disconnected': {
    bound: { after: ['program-connected'] },
    sentence: partOf(ACCOUNT_WORDS, ({ events }) => events.programDisconnected),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof ACCOUNT_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
