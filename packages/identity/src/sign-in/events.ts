import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { SIGN_IN_WORDS } from './words/index.ts'

/** What the audit learns about sign-ins. */
export const SIGN_IN_EVENTS = {
  'signed-in': {
    means: 'A citizen signed in. `proof` says with what.',
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
    means:
      'A password or a code was wrong, or the account takes none. `purpose` and `reason` say more. `unreadable-hash`: the stored hash of the password cannot be read, and the citizen has to set a new one by mail.',
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
  'password-hash-replaced': {
    means:
      'The hash of a password, which another system had made, was replaced by one of this service when the citizen gave the right password for the first time.',
    bound: { counted: 'once for each hash that was brought (decision 111)' },
    sentence: partOf(SIGN_IN_WORDS, ({ events }) => events.hashReplaced),
  },
  // A slowed sign-in has failed.
  'sign-in-slowed': {
    means: 'A sign-in has to wait, because there were too many wrong ones before it.',
    bound: { perHour: 200 },
    forSupporters: partOf(SIGN_IN_WORDS, ({ events }) => events.slowed),
  },
  'sign-in-closed-to-browser': {
    means: 'After too many wrong passwords an account takes no password from browsers that it does not know.',
    bound: { counted: 'once for each hundred failures in a row (decisions 22, 61)' },
    sentence: partOf(SIGN_IN_WORDS, ({ events }) => events.closedToBrowser),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof SIGN_IN_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
