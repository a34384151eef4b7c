import type { Events } from '../platform/room/event.ts'

/** What the audit learns about registered programs. */
export const CLIENT_EVENTS = {
  'client-added': { bound: 'operator' },
  'client-updated': { bound: 'operator' },
  'client-disabled': { bound: 'operator' },
  'client-enabled': { bound: 'operator' },
  'client-removed': { bound: 'operator' },
  'client-secret-added': { bound: 'operator' },
  'client-secret-retired': { bound: 'operator' },
} satisfies Events

type Own = Readonly<Record<keyof typeof CLIENT_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
