import type { Events } from '../platform/room/event.ts'

/** What the audit learns about itself. */
export const AUDIT_EVENTS = {
  'audit-deleted': {
    means: 'Events that are older than the retention, and that were exported, were deleted.',
    bound: 'system',
    about: 'nobody',
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof AUDIT_EVENTS, unknown>>

declare module './event.ts' {
  interface RoomEvents extends Own {}
}
