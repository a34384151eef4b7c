import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { ATTEMPT_WORDS } from './words/index.ts'

/** What the audit learns about forgiven attempts. */
export const ATTEMPT_EVENTS = {
  'citizen-failures-forgiven': {
    bound: 'operator',
    sentence: partOf(ATTEMPT_WORDS, ({ events }) => events.failuresForgiven),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof ATTEMPT_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
