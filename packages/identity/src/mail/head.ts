import type { RoomWithTables } from '../platform/room/room.ts'
import { refusedLetters } from './migrations/0033-refused-letters.ts'
import { MAIL_TABLES } from './tables.ts'

/** The tables of letters, and what has changed them. */
export const MAIL_HEAD: RoomWithTables = { tables: MAIL_TABLES, migrations: [refusedLetters] }
