import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { CITIZEN_WORDS } from './words/index.ts'

/** What the audit learns about accounts. */
export const CITIZEN_EVENTS = {
  'citizen-suspended': {
    means: 'An operator suspended an account: nobody signs in to it, and all access ended.',
    bound: 'operator',
    sentence: partOf(CITIZEN_WORDS, ({ events }) => events.suspended),
  },
  'citizen-reinstated': {
    means: 'An operator reinstated a suspended account.',
    bound: 'operator',
    sentence: partOf(CITIZEN_WORDS, ({ events }) => events.reinstated),
  },
  'citizen-suspension-ended': {
    means: 'The end of a suspension came, and the account may be used again.',
    bound: 'system',
    sentence: partOf(CITIZEN_WORDS, ({ events }) => events.suspensionEnded),
  },
  'citizen-verification-required': {
    means: 'An address has to be proven again before a program accepts it, by an order of an operator.',
    bound: 'operator',
    sentence: partOf(CITIZEN_WORDS, ({ events }) => events.verificationRequired),
  },
  // “This was not me” and the closing leave an account without a password or a session; the way back is a mailed link.
  'citizen-signed-out': {
    means:
      'All access of a citizen ended: by an order of an operator, by “This was not me”, or by what `cause` says.',
    bound: { after: ['password-reset'] },
    sentence: {
      part: 'cause',
      sentences: {
        // Only an operator gives a reason in place of a cause. Any other cause has an event of its own, at the same moment, which says it.
        '': partOf(CITIZEN_WORDS, ({ events }) => events.signedOut),
        'was-not-me': partOf(CITIZEN_WORDS, ({ events }) => events.wasNotMe),
      },
    },
    forSupporters: partOf(CITIZEN_WORDS, ({ events }) => events.accessEnded),
  },
  'citizen-closed': {
    means: 'An account was closed, and the data about its citizen were deleted.',
    bound: 'system',
    forSupporters: partOf(CITIZEN_WORDS, ({ events }) => events.closed),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof CITIZEN_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
