import type { Events } from '../platform/room/event.ts'

/** What the audit learns about what operators do with the whole database. */
export const DATABASE_EVENTS = {
  'migrations-applied': {
    means: 'An operator migrated the schema of the database.',
    bound: 'operator',
    about: 'nobody',
  },
  'backup-made': { means: 'An operator made a backup.', bound: 'operator', about: 'nobody' },
  'backup-restored': {
    means: 'An operator restored a backup: what citizens and programs did after it is lost.',
    bound: 'operator',
    about: 'nobody',
  },
  'recovery-settled': {
    means: 'An operator ran `portico after-recovery`: all that was issued has ended.',
    bound: 'operator',
    about: 'nobody',
  },
  'timeline-accepted': {
    means: 'An operator accepted the timeline of the database server as the right one.',
    bound: 'operator',
    about: 'nobody',
  },
} satisfies Events

type Own = Readonly<Record<keyof typeof DATABASE_EVENTS, unknown>>

declare module '../audit/event.ts' {
  interface RoomEvents extends Own {}
}
