import type { RoomForOperators } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'

/** It has no table: the rows are those of clients. */
export const CLIENT_FILE_HEAD = {
  tables: {},
  byFile: [
    {
      words: 'apply',
      summary:
        'Make programs as a file says, in YAML or JSON: show the difference, ask, and change all of it',
      answers: async () => (await import('./index.ts')).CLIENT_CHANGES,
      read: async (path, needs) => (await import('./index.ts')).readChanges(path, needs),
    },
  ],
  writes: [
    {
      words: 'client export',
      summary: 'Write all programs as a file that portico apply reads; secrets stay out of it',
      answers: async () => (await import('./index.ts')).WRITTEN_CLIENTS,
      write: async (needs) => (await import('./index.ts')).writeClientFile(needs),
    },
  ],
} satisfies RoomWithTables & RoomForOperators
