import type { RoomWithTables } from '../platform/room/room.ts'
import { foreignHashes } from './migrations/0034-foreign-hashes.ts'
import { CITIZEN_TABLES } from './tables.ts'

/** The tables of accounts, and what has changed them. */
export const CITIZENS_HEAD: RoomWithTables = { tables: CITIZEN_TABLES, migrations: [foreignHashes] }
