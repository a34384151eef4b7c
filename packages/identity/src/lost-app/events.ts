import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { LOST_APP_WORDS, type LostAppWords } from './words/index.ts'

const sentence = (of: keyof LostAppWords['events']) => partOf(LOST_APP_WORDS, ({ events }) => events[of])

/** What the audit learns about a lost app. */
export const LOST_APP_EVENTS = {
  'lost-app-reported': {
    bound: { limit: 'lost-app-per-email' },
    leadsTo: ['password-reset'],
    sentence: sentence('reported'),
  },
  'app-removal-requested': {
    bound: { after: ['lost-app-reported'] },
    sentence: sentence('requested'),
  },
  'app-removal-reminded': { bound: 'system' },
  'app-removal-stopped': {
    bound: { after: ['app-removal-requested'] },
    sentence: sentence('stopped'),
  },
  'app-removal-done': { bound: 'system', sentence: sentence('done') },
} satisfies Events

type Own = Readonly<Record<keyof typeof LOST_APP_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
