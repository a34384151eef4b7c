import { BY_CITIZEN } from '../platform/postgres/table.ts'
import type { Room } from '../platform/room/room.ts'
import { CITIZEN_EVENTS } from './events.ts'
import { tellProfile } from './tell-profile.ts'
import { CITIZEN_WORDS } from './words/index.ts'

/** Who has an account, and which address belongs to whom. */
export const CITIZENS = {
  words: CITIZEN_WORDS,
  events: CITIZEN_EVENTS,
  tables: {
    citizens: { placement: BY_CITIZEN, backup: 'kept', meansUse: true },
    login_emails: { placement: { by: 'email' }, backup: 'kept' },
  },
  tell: { profile: tellProfile },
} satisfies Room
