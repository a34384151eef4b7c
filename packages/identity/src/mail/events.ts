import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { HAND_OVER } from './words/hand-over.ts'

/** What the audit learns about letters. */
export const MAIL_EVENTS = {
  'letter-given-up': {
    means: 'A letter is not sent: its recipient or the mail itself was refused for good, or it is too old.',
    bound: 'system',
    forSupporters: partOf(HAND_OVER, ({ givenUp }) => givenUp),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof MAIL_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
