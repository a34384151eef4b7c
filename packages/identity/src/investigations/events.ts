import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { INVESTIGATION_WORDS } from './words/index.ts'

/** What the audit learns about investigations, and what their citizens read afterwards. */
export const INVESTIGATION_EVENTS = {
  'investigation-begun': {
    means:
      'An operator began an investigation of an account: until its end, the citizen does not read that operators look. `until` says when it ends by itself.',
    bound: 'operator',
    sentence: partOf(INVESTIGATION_WORDS, ({ events }) => events.begun),
    heldBack: true,
  },
  'investigation-ended': {
    means: 'An investigation ended, by an operator or by its end. The citizen reads every look of it.',
    bound: 'operator',
    sentence: partOf(INVESTIGATION_WORDS, ({ events }) => events.ended),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof INVESTIGATION_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
