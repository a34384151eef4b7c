import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import type { FourEyesWords } from './words/en.ts'
import { FOUR_EYES_WORDS } from './words/index.ts'

const sentence = (of: keyof FourEyesWords['events']) => partOf(FOUR_EYES_WORDS, ({ events }) => events[of])

/** What the audit learns about acts that wait. The citizen reads the act itself, once it is done. */
export const FOUR_EYES_EVENTS = {
  'citizen-act-asked': {
    means:
      'An operator asked for an act on a citizen, which waits for another operator. `act` says which, `until` how long.',
    bound: 'operator',
    forSupporters: sentence('asked'),
  },
  'citizen-act-consented': {
    means:
      'Another operator consented to an act that waited. `asked_by` asked for it. The event of the act has both names, too.',
    bound: 'operator',
    forSupporters: sentence('consented'),
  },
  'citizen-act-withdrawn': {
    means: 'The operator who had asked for an act on a citizen withdrew it before anybody consented.',
    bound: 'operator',
    forSupporters: sentence('withdrawn'),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof FOUR_EYES_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
