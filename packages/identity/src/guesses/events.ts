import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { GUESS_WORDS } from './words/index.ts'

/** What the audit learns about forgiven guesses. */
export const GUESS_EVENTS = {
  'citizen-failures-forgiven': {
    means: 'An operator forgave the failed sign-ins of a citizen, so nothing slows the next one.',
    bound: 'operator',
    sentence: partOf(GUESS_WORDS, ({ events }) => events.failuresForgiven),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof GUESS_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
