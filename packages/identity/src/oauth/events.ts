import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { OAUTH_WORDS } from './words/index.ts'

/** What the audit learns about programs at these endpoints. */
export const OAUTH_EVENTS = {
  // A new connection is entered.
  'program-connected': { bound: { counted: 'thirty an hour (decision 73)' } },
  'authorization-cancelled': {
    bound: { limit: 'cancel-per-citizen' },
    sentence: partOf(OAUTH_WORDS, ({ events }) => events.cancelled),
  },
  'code-replayed': {
    bound: 'program',
    sentence: partOf(OAUTH_WORDS, ({ events }) => events.accessEnded),
  },
  'code-burned': { bound: 'program' },
  'refresh-token-reused': {
    bound: 'program',
    sentence: partOf(OAUTH_WORDS, ({ events }) => events.accessEnded),
  },
  'grant-revoked': {
    bound: 'program',
    sentence: partOf(OAUTH_WORDS, ({ events }) => events.programSignedOut),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof OAUTH_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
