import { partOf } from '../platform/languages.ts'
import type { Events } from '../platform/room/event.ts'
import { PASSKEY_WORDS } from './words/index.ts'

/** What the audit learns about passkeys. */
export const PASSKEY_EVENTS = {
  'passkey-added': {
    means: 'A citizen added a passkey.',
    bound: { limit: 'passkey-change-per-citizen' },
    sentence: partOf(PASSKEY_WORDS, ({ events }) => events.added),
  },
  'passkey-removed': {
    means: 'A citizen removed a passkey, or something that removes all did.',
    bound: { after: ['passkey-added'] },
    sentence: partOf(PASSKEY_WORDS, ({ events }) => events.removed),
  },
  'passkey-renamed': {
    means: 'A citizen gave a passkey another name.',
    bound: { limit: 'passkey-change-per-citizen' },
    sentence: partOf(PASSKEY_WORDS, ({ events }) => events.renamed),
  },
  'passkey-refused': {
    means: 'A sign-in with a passkey of this account was refused. `reason` says why.',
    bound: { limit: 'passkey-per-ip' },
    sentence: partOf(PASSKEY_WORDS, ({ events }) => events.refused),
  },
  'citizen-passkeys-removed': {
    means: 'An operator removed all passkeys of a citizen.',
    bound: 'operator',
    sentence: partOf(PASSKEY_WORDS, ({ events }) => events.removedByOperator),
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof PASSKEY_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
