import { type Belonging, belongingsOf } from '../platform/room/holds.ts'
import { findEnd } from './investigation-store.ts'
import { INVESTIGATION_WORDS } from './words/index.ts'

const held = belongingsOf(INVESTIGATION_WORDS)

/** That looks at an account are held back, by their end. */
export const INVESTIGATION_HOLDS: readonly Belonging[] = [
  held('looks', {
    table: 'investigations',
    count: async ({ db }, citizenId) => (await findEnd(db, citizenId)) ?? 0,
  }),
]
