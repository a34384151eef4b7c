import type { Room } from '../platform/room/room.ts'
import { ANSWER_TABLES } from './tables.ts'

/** Answers of forms. One may have a session cookie or an authorization code. */
export const HOSTED_PAGE = {
  tables: ANSWER_TABLES,
} satisfies Room
