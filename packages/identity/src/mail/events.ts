import type { Events } from '../platform/room/event.ts'

/** What the audit learns about letters. */
export const MAIL_EVENTS = {
  'letter-given-up': {
    means: 'A letter is not sent: its recipient or the mail itself was refused for good, or it is too old.',
    bound: 'system',
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof MAIL_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
