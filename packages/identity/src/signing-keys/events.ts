import type { Events } from '../platform/room/event.ts'

/** What the audit learns about signing keys. */
export const SIGNING_KEY_EVENTS = {
  'signing-key-made': {
    means: 'The service made a key that signs ID tokens.',
    bound: 'system',
    about: 'nobody',
  },
  'signing-keys-rotated': {
    means: 'Another signing key was made. An operator ordered it, or the schedule did (`actor` is `system`).',
    bound: 'operator',
    about: 'nobody',
  },
  'values-resealed': {
    means:
      'An operator sealed what is stored with the first key of `PORTICO_SECRET_KEY`. The event says how many values.',
    bound: 'operator',
    about: 'nobody',
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof SIGNING_KEY_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
