import type { RoomForOperators } from '../moments/index.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import { breakGlass } from './migrations/0045-break-glass.ts'
import { BREAK_GLASS_TABLES } from './tables.ts'

/** The tables of the way in when nobody can sign in. */
export const BREAK_GLASS_HEAD = {
  tables: BREAK_GLASS_TABLES,
  migrations: [breakGlass],
  letters: async () => Object.values((await import('./letters.ts')).BREAK_GLASS_LETTERS),
  holds: async () => [
    { table: 'break_glass', because: 'it ends by itself within an hour' },
    { table: 'break_glass_uses', because: 'it ends by itself within an hour' },
  ],
} satisfies RoomWithTables & RoomForOperators
