import { BY_CITIZEN } from '../platform/postgres/table.ts'
import type { Room } from '../platform/room.ts'
import { deleteClosing } from './closing-store.ts'
import { closingRoutes } from './routes.ts'

/** The account closes on its citizen's word. */
export const CLOSING = {
  routes: closingRoutes,
  tables: {
    // Whoever kept the account after the backup would lose it.
    closings: { placement: BY_CITIZEN, backup: 'left-out' },
  },
  erase: deleteClosing,
} satisfies Room
