import { type Belonging, belongingsOf } from '../platform/room/holds.ts'
import { findOperator } from './operator-store.ts'
import { OPERATOR_WORDS } from './words/index.ts'

const held = belongingsOf(OPERATOR_WORDS)

/** That a citizen is an operator of the console. */
export const OPERATOR_HOLDS: readonly Belonging[] = [
  held('operator', {
    table: 'operators',
    count: async ({ db }, citizenId) => ((await findOperator(db, citizenId)) ? 1 : 0),
  }),
]
