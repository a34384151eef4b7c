import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { ENROLLMENT_WORDS } from './words/index.ts'

/** What the audit learns about registrations. */
export const ENROLLMENT_EVENTS = {
  'registration-for-existing-account': {
    means: 'Somebody registered with an address that has an account. Its citizen got a letter.',
    bound: { limit: 'register-per-email' },
    sentence: partOf(ENROLLMENT_WORDS, ({ events }) => events.forExistingAccount),
  },
  'account-created': {
    means: 'A citizen finished a registration.',
    bound: { after: ['registration-requested'] },
    sentence: partOf(ENROLLMENT_WORDS, ({ events }) => events.accountCreated),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof ENROLLMENT_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
