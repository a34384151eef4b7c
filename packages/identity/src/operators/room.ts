import type { Room } from '../platform/room/room.ts'
import { OPERATOR_EVENTS } from './events.ts'
import { deleteOperator, findOperator } from './operator-store.ts'
import { OPERATOR_WORDS } from './words/index.ts'

/** Who may enter the console. */
export const OPERATORS = {
  words: OPERATOR_WORDS,
  events: OPERATOR_EVENTS,
  erase: deleteOperator,
  ownData: {
    operator: async ({ db }, citizenId) => {
      const operator = await findOperator(db, citizenId)
      return operator && { name: operator.name, role: operator.role }
    },
  },
} satisfies Room
