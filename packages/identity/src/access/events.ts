import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { ACCESS_WORDS } from './words/index.ts'

/** What the audit learns about sessions and grants. */
export const ACCESS_EVENTS = {
  'signed-out': {
    bound: { perHour: 60 },
    sentence: partOf(ACCESS_WORDS, ({ events }) => events.signedOut),
  },
  'session-ended': {
    bound: { perHour: 60 },
    sentence: {
      part: 'cause',
      sentences: {
        'all-others': partOf(ACCESS_WORDS, ({ events }) => events.otherSessionsEnded),
        'password-changed': partOf(ACCESS_WORDS, ({ events }) => events.sessionsEndedByPassword),
        'another-citizen': partOf(ACCESS_WORDS, ({ events }) => events.sessionDisplaced),
      },
      otherwise: partOf(ACCESS_WORDS, ({ events }) => events.sessionEnded),
    },
  },
  'program-entered': {
    bound: 'program',
    sentence: partOf(ACCESS_WORDS, ({ events }) => events.programEntered),
  },
  'client-grants-ended': { bound: 'operator' },
} satisfies Events

type Own = Readonly<Record<keyof typeof ACCESS_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
