import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { DATA_WORDS } from './words/index.ts'

/** What the audit learns about copies. */
export const DATA_EVENTS = {
  'data-downloaded': {
    means: 'A citizen downloaded the copy of the own data.',
    bound: { limit: 'download-per-citizen' },
    sentence: partOf(DATA_WORDS, ({ events }) => events.downloaded),
  },
  'citizen-data-copied': {
    means:
      'An operator wrote the copy of the data of a citizen to a file, because the citizen had asked for it.',
    bound: 'operator',
    sentence: partOf(DATA_WORDS, ({ events }) => events.copied),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof DATA_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
