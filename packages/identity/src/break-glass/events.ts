import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import type { BreakGlassWords } from './words/en.ts'
import { BREAK_GLASS_WORDS } from './words/index.ts'

const sentence = (of: keyof BreakGlassWords['events']) =>
  partOf(BREAK_GLASS_WORDS, ({ events }) => events[of])

/** What the audit learns about ways into the console without a sign-in. */
export const BREAK_GLASS_EVENTS = {
  'break-glass-made': {
    means:
      'Somebody on the machine made a code that opens the console once without a sign-in, as the operator whom `for` names, until `until`.',
    bound: 'operator',
    forSupporters: sentence('made'),
  },
  'break-glass-used': {
    means:
      'Such a code was used: the console is open as this operator in one browser, until `until`. Every later event of that session has the reason “break-glass”.',
    bound: { after: ['break-glass-made'] },
    forSupporters: sentence('used'),
  },
  'break-glass-refused': {
    means:
      'A code that opens the console was refused: `because` says whether it was wrong or used before. At most ten from a network and two hundred for a code are tried and written.',
    bound: { perHour: 200 },
    forSupporters: sentence('refused'),
  },
  'break-glass-ended': {
    means:
      'A session that such a code had opened has ended before its time: `because` says whether its operator signed out, or its cookie came from another browser or network.',
    bound: { after: ['break-glass-used'] },
    forSupporters: sentence('ended'),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof BREAK_GLASS_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
