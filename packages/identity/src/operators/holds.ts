import type { Belonging } from '../platform/room/holds.ts'
import { findOperator } from './operator-store.ts'

/** That a citizen is an operator of the console. */
export const OPERATOR_HOLDS: readonly Belonging[] = [
  {
    table: 'operators',
    count: async ({ db }, citizenId) => ((await findOperator(db, citizenId)) ? 1 : 0),
    less: () => 'ends that the citizen is an operator of the console',
  },
]
