import type { Events } from '../platform/room/event.ts'

/** What the audit learns about acts that wait. The citizen reads the act itself, once it is done. */
export const FOUR_EYES_EVENTS = {
  'citizen-act-asked': {
    means:
      'An operator asked for an act on a citizen, which waits for another operator. `act` says which, `until` how long.',
    bound: 'operator',
  },
  'citizen-act-consented': {
    means:
      'Another operator consented to an act that waited. `asked_by` asked for it. The event of the act has both names, too.',
    bound: 'operator',
  },
  'citizen-act-withdrawn': {
    means: 'The operator who had asked for an act on a citizen withdrew it before anybody consented.',
    bound: 'operator',
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof FOUR_EYES_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
