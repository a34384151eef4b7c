import { type Belonging, type NotTold, numbered } from '../platform/room/holds.ts'
import { selectPasskeys } from './passkey-store.ts'

/** The passkeys of a citizen. */
export const PASSKEY_HOLDS: readonly (Belonging | NotTold)[] = [
  {
    table: 'passkeys',
    count: async ({ db }, citizenId) => (await selectPasskeys(db, citizenId)).length,
    less: numbered('removes', 'passkey'),
  },
  { table: 'passkey_offers', because: 'it only notes that the citizen was asked' },
]
