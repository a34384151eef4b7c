import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { CODE_WORDS } from './words/index.ts'

/** What the audit learns about apps for codes and recovery codes. */
export const CODE_EVENTS = {
  'authenticator-added': {
    means: 'A citizen added an app for codes.',
    bound: { limit: 'app-change-per-citizen' },
    sentence: partOf(CODE_WORDS, ({ events }) => events.added),
  },
  'authenticator-removed': {
    means: 'A citizen removed an app for codes, or something that removes all did.',
    bound: { after: ['authenticator-added'] },
    sentence: partOf(CODE_WORDS, ({ events }) => events.removed),
  },
  'authenticator-renamed': {
    means: 'A citizen gave an app for codes another name.',
    bound: { limit: 'app-change-per-citizen' },
    sentence: partOf(CODE_WORDS, ({ events }) => events.renamed),
  },
  'recovery-codes-made': {
    means: 'A citizen made new recovery codes. The earlier ones are not valid any more.',
    bound: { limit: 'recovery-codes-per-citizen' },
    sentence: partOf(CODE_WORDS, ({ events }) => events.codesMade),
  },
  'recovery-code-spent': {
    means: 'A citizen signed in with a recovery code.',
    bound: { after: ['recovery-codes-made', 'authenticator-added'] },
    sentence: partOf(CODE_WORDS, ({ events }) => events.codeSpent),
  },
  // Each wrong code is told.
  'wrong-codes-told': {
    means: 'A citizen got a letter about wrong codes: whoever typed them knew the password.',
    bound: { counted: 'five letters an hour (decision 61)' },
    forSupporters: partOf(CODE_WORDS, ({ events }) => events.wrongCodesTold),
  },
  'citizen-second-factor-reset': {
    means: 'An operator removed all apps for codes and recovery codes of a citizen.',
    bound: 'operator',
    sentence: partOf(CODE_WORDS, ({ events }) => events.reset),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof CODE_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
