import type { CitizenOrder, RoomForOperators } from '../moments/index.ts'
import { partOf } from '../platform/languages.ts'
import type { RoomWithTables } from '../platform/room/room.ts'
import { PASSKEY_FINDINGS } from './findings.ts'
import { PASSKEY_TABLES } from './tables.ts'
import type { PasskeyWords } from './words/en.ts'

/** The name of the sentence. */
const NO_PASSKEY: keyof PasskeyWords['acts']['remove']['nothing'] = 'noPasskey'

const REMOVE_PASSKEYS: CitizenOrder = {
  verb: 'remove-passkeys',
  summary: 'Remove every passkey of a citizen, who signs in with the password; sessions stay',
  fromConsole: {
    role: 'security',
    words: async () => partOf((await import('./words/index.ts')).PASSKEY_WORDS, ({ acts }) => acts.remove),
    whyNothing: async ({ db }, { citizenId }) =>
      (await (await import('./passkey-store.ts')).hasPasskey(db, citizenId)) ? undefined : NO_PASSKEY,
  },
  useCase: async (needs, request) =>
    (await import('./remove-every-passkey.ts')).removeEveryPasskey(needs, request),
}

/** The tables of passkeys, and what operators may do with those of one citizen. */
export const PASSKEYS_HEAD = {
  tables: PASSKEY_TABLES,
  letters: async () => Object.values((await import('./letters.ts')).PASSKEY_LETTERS),
  holds: async () => (await import('./holds.ts')).PASSKEY_HOLDS,
  trustedKeys: async (db, citizenId) => {
    const { selectPasskeys } = await import('./passkey-store.ts')
    return (await selectPasskeys(db, citizenId)).map(({ trustedSince }) => trustedSince)
  },
  findings: PASSKEY_FINDINGS,
  explains: async (needs, caller) => (await import('./explain-passkeys.ts')).explainPasskeys(needs, caller),
  lists: [
    {
      noun: 'passkeys',
      summary: 'List the passkeys of a citizen',
      none: 'has no passkey',
      columns: { name: 'Name', backed_up: 'Backed up', created_at: 'Added', last_used_at: 'Last used' },
      values: async () => (await import('./list-passkeys.ts')).LISTED_PASSKEY,
      rows: async (db, citizenId) => {
        const { listPasskeys } = await import('./list-passkeys.ts')
        return (await listPasskeys(db, citizenId)).map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
          id,
          name,
          backed_up: backedUp,
          created_at: { at: createdAt },
          last_used_at: { at: lastUsedAt },
        }))
      },
    },
  ],
  orders: [REMOVE_PASSKEYS],
} satisfies RoomWithTables & RoomForOperators
