import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { LOST_APP_WORDS, type LostAppWords } from './words/index.ts'

const sentence = (of: keyof LostAppWords['events']) => partOf(LOST_APP_WORDS, ({ events }) => events[of])

/** What the audit learns about a lost app. */
export const LOST_APP_EVENTS = {
  'lost-app-reported': {
    means: 'Somebody who knew the password said that the app for codes is lost, and asked for a mailed link.',
    bound: { limit: 'lost-app-per-email' },
    leadsTo: ['password-reset'],
    sentence: sentence('reported'),
  },
  'app-removal-requested': {
    means: 'The link about a lost app was used, and the waiting period before the removal of the apps began.',
    bound: { after: ['lost-app-reported'] },
    sentence: sentence('requested'),
  },
  'citizen-app-removal-begun': {
    means: 'An operator began the removal of lost apps for a citizen, and the waiting period began.',
    bound: 'operator',
    sentence: sentence('ordered'),
  },
  'app-removal-reminded': {
    means: 'A citizen got the second letter about apps that are about to be removed.',
    bound: 'system',
    forSupporters: sentence('reminded'),
  },
  'app-removal-stopped': {
    means: 'The removal of lost apps was stopped. `cause` says why.',
    bound: { after: ['app-removal-requested', 'citizen-app-removal-begun'] },
    sentence: sentence('stopped'),
  },
  'app-removal-done': {
    means: 'The lost apps and the password of a citizen were removed after the waiting period.',
    bound: 'system',
    sentence: sentence('done'),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof LOST_APP_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
