import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { CODE_WORDS } from './words/index.ts'

/** What the audit learns about apps for codes and recovery codes. */
export const CODE_EVENTS = {
  'authenticator-added': {
    bound: { limit: 'app-change-per-citizen' },
    sentence: partOf(CODE_WORDS, ({ events }) => events.added),
  },
  'authenticator-removed': {
    bound: { after: ['authenticator-added'] },
    sentence: partOf(CODE_WORDS, ({ events }) => events.removed),
  },
  'authenticator-renamed': {
    bound: { limit: 'app-change-per-citizen' },
    sentence: partOf(CODE_WORDS, ({ events }) => events.renamed),
  },
  'recovery-codes-made': {
    bound: { limit: 'recovery-codes-per-citizen' },
    sentence: partOf(CODE_WORDS, ({ events }) => events.codesMade),
  },
  'recovery-code-spent': {
    bound: { after: ['recovery-codes-made', 'authenticator-added'] },
    sentence: partOf(CODE_WORDS, ({ events }) => events.codeSpent),
  },
  // Each wrong code is told.
  'wrong-codes-told': { bound: { counted: 'five letters an hour (decision 61)' } },
  'citizen-second-factor-reset': {
    bound: 'operator',
    sentence: partOf(CODE_WORDS, ({ events }) => events.reset),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof CODE_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
