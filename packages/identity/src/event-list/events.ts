import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { EVENT_LIST_WORDS } from './words/index.ts'

/** What the audit learns about what operators read. */
export const EVENT_LIST_EVENTS = {
  'operator-looked': {
    bound: 'operator',
    sentence: partOf(EVENT_LIST_WORDS, ({ events }) => events.operatorLooked),
  },
  'audit-exported': { bound: 'operator' },
} satisfies Events

type Own = Readonly<Record<keyof typeof EVENT_LIST_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
