import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { CITIZEN_WORDS } from './words/index.ts'

/** What the audit learns about accounts. */
export const CITIZEN_EVENTS = {
  'citizen-suspended': {
    bound: 'operator',
    sentence: partOf(CITIZEN_WORDS, ({ events }) => events.suspended),
  },
  'citizen-reinstated': {
    bound: 'operator',
    sentence: partOf(CITIZEN_WORDS, ({ events }) => events.reinstated),
  },
  'citizen-verification-required': {
    bound: 'operator',
    sentence: partOf(CITIZEN_WORDS, ({ events }) => events.verificationRequired),
  },
  // “This was not me” and the closing leave an account without a password or a session; the way back is a mailed link.
  'citizen-signed-out': {
    bound: { after: ['password-reset'] },
    sentence: {
      part: 'cause',
      sentences: {
        // Only an operator gives a reason in place of a cause. Any other cause has an event of its own, at the same moment, which says it.
        '': partOf(CITIZEN_WORDS, ({ events }) => events.signedOut),
        'was-not-me': partOf(CITIZEN_WORDS, ({ events }) => events.wasNotMe),
      },
    },
  },
  'citizen-closed': { bound: 'system' },
} satisfies Events

type Own = Readonly<Record<keyof typeof CITIZEN_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
