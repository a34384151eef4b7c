import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { OAUTH_WORDS } from './words/index.ts'

/** What the audit learns about programs at these endpoints. */
export const OAUTH_EVENTS = {
  // A new connection is entered.
  'program-connected': {
    means: 'A citizen allowed a program to know the account.',
    bound: { counted: 'thirty an hour (decision 73)' },
    forSupporters: partOf(OAUTH_WORDS, ({ events }) => events.programConnected),
  },
  'authorization-cancelled': {
    means: 'A citizen declined to enter a program.',
    bound: { limit: 'cancel-per-citizen' },
    sentence: partOf(OAUTH_WORDS, ({ events }) => events.cancelled),
  },
  'code-replayed': {
    means: 'An authorization code came twice, so the access that the first one gave has ended.',
    bound: 'program',
    sentence: partOf(OAUTH_WORDS, ({ events }) => events.accessEnded),
  },
  'code-burned': {
    means: 'An authorization code came with a wrong proof, and is not valid any more.',
    bound: 'program',
    forSupporters: partOf(OAUTH_WORDS, ({ events }) => events.codeBurned),
  },
  'refresh-token-reused': {
    means: 'A refresh token was used twice, so the access that it belongs to has ended.',
    bound: 'program',
    sentence: partOf(OAUTH_WORDS, ({ events }) => events.accessEnded),
  },
  'grant-revoked': {
    means: 'A program gave back its access to a citizen.',
    bound: 'program',
    sentence: partOf(OAUTH_WORDS, ({ events }) => events.programSignedOut),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof OAUTH_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
