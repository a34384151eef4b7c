import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { SIGN_IN_WORDS } from './words/index.ts'

/** What the audit learns about sign-ins. */
export const SIGN_IN_EVENTS = {
  'signed-in': {
    bound: { perHour: 60 },
    sentence: {
      part: 'proof',
      sentences: {
        passkey: partOf(SIGN_IN_WORDS, ({ events }) => events.signedInWithPasskey),
        'password+code': partOf(SIGN_IN_WORDS, ({ events }) => events.signedInWithCode),
      },
      otherwise: partOf(SIGN_IN_WORDS, ({ events }) => events.signedIn),
    },
  },
  'sign-in-failed': {
    bound: { perHour: 200 },
    sentence: {
      part: 'purpose',
      sentences: {
        'sign-in': partOf(SIGN_IN_WORDS, ({ events }) => events.failed),
        code: partOf(SIGN_IN_WORDS, ({ events }) => events.codeWrong),
      },
      otherwise: partOf(SIGN_IN_WORDS, ({ events }) => events.passwordWrong),
    },
  },
  // A slowed sign-in has failed.
  'sign-in-slowed': { bound: { perHour: 200 } },
  'sign-in-closed-to-browser': {
    bound: { counted: 'once for each hundred failures in a row (decisions 22, 61)' },
    sentence: partOf(SIGN_IN_WORDS, ({ events }) => events.closedToBrowser),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof SIGN_IN_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
