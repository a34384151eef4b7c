import { type Belonging, belongingsOf, type NotTold } from '../platform/room/holds.ts'
import { selectPasskeys } from './passkey-store.ts'
import { PASSKEY_WORDS } from './words/index.ts'

const held = belongingsOf(PASSKEY_WORDS)

/** The passkeys of a citizen. */
export const PASSKEY_HOLDS: readonly (Belonging | NotTold)[] = [
  held('passkeys', {
    table: 'passkeys',
    count: async ({ db }, citizenId) => (await selectPasskeys(db, citizenId)).length,
  }),
  { table: 'passkey_offers', because: 'it only notes that the citizen was asked' },
]
