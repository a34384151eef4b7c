import type { Events } from '../platform/room/event.ts'

/** What the audit learns about signing keys. */
export const SIGNING_KEY_EVENTS = {
  'signing-key-made': { bound: 'system' },
  'signing-keys-rotated': { bound: 'operator' },
} satisfies Events

type Own = Readonly<Record<keyof typeof SIGNING_KEY_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
