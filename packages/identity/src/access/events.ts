import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { ACCESS_WORDS } from './words/index.ts'

/** What the audit learns about sessions and grants. */
export const ACCESS_EVENTS = {
  'signed-out': {
    means: 'A citizen signed out.',
    bound: { perHour: 60 },
    sentence: partOf(ACCESS_WORDS, ({ events }) => events.signedOut),
  },
  'session-ended': {
    means:
      'A session ended: its citizen ended it, signed out elsewhere or changed the password, or another citizen signed in with the same browser. `cause` says which.',
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
    means: 'A citizen entered a program, which got tokens.',
    bound: 'program',
    sentence: partOf(ACCESS_WORDS, ({ events }) => events.programEntered),
  },
  'client-grants-ended': {
    means: 'An operator ended all access of a program: all its codes and tokens.',
    bound: 'operator',
    about: 'nobody',
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof ACCESS_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
