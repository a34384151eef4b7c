import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { ACCOUNT_WORDS } from './words/index.ts'

/** What the audit learns about the pages of the account. */
export const ACCOUNT_EVENTS = {
  'password-changed': {
    means: 'A signed-in citizen chose another password.',
    bound: { limit: 'password-change-per-citizen' },
    sentence: partOf(ACCOUNT_WORDS, ({ events }) => events.passwordChanged),
  },
  'profile-changed': {
    means: 'A citizen changed the name or the phone number.',
    bound: { limit: 'profile-change-per-citizen' },
    sentence: partOf(ACCOUNT_WORDS, ({ events }) => events.profileChanged),
  },
  'email-verified': {
    means: 'A citizen has proven the address of the account by a mailed link.',
    bound: { after: ['verification-requested', 'recovery-requested'] },
    sentence: partOf(ACCOUNT_WORDS, ({ events }) => events.emailVerified),
  },
  'program-disconnected': {
    means: 'A citizen took back the access of a program.',
    bound: { after: ['program-connected'] },
    sentence: partOf(ACCOUNT_WORDS, ({ events }) => events.programDisconnected),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof ACCOUNT_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
