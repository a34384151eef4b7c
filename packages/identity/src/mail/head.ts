import type { RoomWithTables } from '../platform/room/room.ts'
import { MAIL_FINDINGS } from './findings.ts'
import { refusedLetters } from './migrations/0033-refused-letters.ts'
import { refusedReplies } from './migrations/0036-refused-replies.ts'
import { MAIL_TABLES } from './tables.ts'

/** The tables of letters, what has changed them, and the letters that wait there. */
export const MAIL_HEAD: RoomWithTables = {
  tables: MAIL_TABLES,
  migrations: [refusedLetters, refusedReplies],
  sealed: {
    ...{ name: 'Letters', one: 'letter', many: 'letters' },
    countByKey: async (db) => (await import('./outbox-store.ts')).countLettersByKey(db),
    findOthers: async (db, batch) => (await import('./reseal-letters.ts')).findOtherLetters(db, batch),
    replace: async (db, value, resealed) =>
      (await import('./reseal-letters.ts')).replaceLetter(db, value, resealed),
  },
  findings: MAIL_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-mail.ts')).explainMail(needs, caller),
}
