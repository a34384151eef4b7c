import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { CLOSING_WORDS } from './words/index.ts'

/** What the audit learns about closing. */
export const CLOSING_EVENTS = {
  'closing-requested': {
    means: 'A citizen asked for the account to be closed, and the waiting period began.',
    bound: { limit: 'closing-per-citizen' },
    leadsTo: ['citizen-signed-out'],
    sentence: partOf(CLOSING_WORDS, ({ events }) => events.requested),
  },
  'closing-called-off': {
    means: 'A closing that waited was called off, because its citizen signed in or said so.',
    bound: { after: ['closing-requested'] },
    sentence: partOf(CLOSING_WORDS, ({ events }) => events.calledOff),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof CLOSING_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
