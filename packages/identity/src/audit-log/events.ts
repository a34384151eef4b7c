import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { AUDIT_LOG_WORDS } from './words/index.ts'

/** What the audit learns about what operators read. */
export const AUDIT_LOG_EVENTS = {
  'operator-looked': {
    means:
      'An operator looked at a citizen or at events. `command` says how, `filters` what was looked for beside the citizen.',
    bound: 'operator',
    sentence: partOf(AUDIT_LOG_WORDS, ({ events }) => events.operatorLooked),
    heldBack: true,
  },
  // What was refused was looked at, and that is what its citizen reads.
  'operator-refused': {
    means: 'Something about a citizen was refused to an operator. `command` says what, `because` why.',
    bound: 'operator',
    sentence: partOf(AUDIT_LOG_WORDS, ({ events }) => events.operatorLooked),
    heldBack: true,
    forSupporters: partOf(AUDIT_LOG_WORDS, ({ events }) => events.operatorRefused),
  },
  'audit-exported': {
    means: 'An operator wrote events of the audit to files.',
    bound: 'operator',
    about: 'nobody',
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof AUDIT_LOG_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
