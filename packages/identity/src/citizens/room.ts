import { BY_CITIZEN } from '../platform/postgres/table.ts'
import type { Room } from '../platform/room/room.ts'
import { tellProfile } from './tell-profile.ts'

/** Who has an account, and which address belongs to whom. */
export const CITIZENS = {
  tables: {
    citizens: { placement: BY_CITIZEN, backup: 'kept', meansUse: true },
    login_emails: { placement: { by: 'email' }, backup: 'kept' },
  },
  tell: { profile: tellProfile },
} satisfies Room
