import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { PASSKEY_WORDS } from './words/index.ts'

/** What the audit learns about passkeys. */
export const PASSKEY_EVENTS = {
  'passkey-added': {
    bound: { limit: 'passkey-change-per-citizen' },
    sentence: partOf(PASSKEY_WORDS, ({ events }) => events.added),
  },
  'passkey-removed': {
    bound: { after: ['passkey-added'] },
    sentence: partOf(PASSKEY_WORDS, ({ events }) => events.removed),
  },
  'passkey-renamed': {
    bound: { limit: 'passkey-change-per-citizen' },
    sentence: partOf(PASSKEY_WORDS, ({ events }) => events.renamed),
  },
  'passkey-refused': {
    bound: { limit: 'passkey-per-ip' },
    sentence: partOf(PASSKEY_WORDS, ({ events }) => events.refused),
  },
  'citizen-passkeys-removed': {
    bound: 'operator',
    sentence: partOf(PASSKEY_WORDS, ({ events }) => events.removedByOperator),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof PASSKEY_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
