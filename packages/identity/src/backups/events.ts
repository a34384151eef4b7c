import type { Events } from '../platform/room/event.ts'

/** What the audit learns about what operators do with the whole database. */
export const DATABASE_EVENTS = {
  'migrations-applied': { bound: 'operator' },
  'backup-made': { bound: 'operator' },
  'backup-restored': { bound: 'operator' },
  'recovery-settled': { bound: 'operator' },
  'timeline-accepted': { bound: 'operator' },
} satisfies Events

type Own = Readonly<Record<keyof typeof DATABASE_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
