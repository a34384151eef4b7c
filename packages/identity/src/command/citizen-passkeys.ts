import { recordRead } from '../event-list/index.ts'
import { changing, letterNeeds, requireCitizen, WHO } from './citizen.ts'
import type { Command } from './command.ts'
import { isoTime, plainTime, table } from './present.ts'

/** The room of passkeys. It loads a library that other commands do not need, so it is loaded only here. */
const passkeysRoom = () => import('../passkeys/index.ts')

/** Lists the passkeys of a citizen. */
export const citizenPasskeys: Command = {
  words: 'citizen passkeys',
  summary: 'List the passkeys of a citizen',
  operands: [WHO],
  options: {},
  async run({ given, openDatabase }) {
    const database = await openDatabase()
    const { citizenId, subject } = await requireCitizen(database, given.operand(WHO))
    await recordRead(database, { command: 'citizen passkeys', citizenId })
    const { listPasskeys } = await passkeysRoom()
    const passkeys = await listPasskeys(database.db, citizenId)
    const json = passkeys.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      backed_up: backedUp,
      created_at: isoTime(createdAt),
      last_used_at: isoTime(lastUsedAt),
    }))
    const rows = passkeys.map(({ name, backedUp, createdAt, lastUsedAt }) => [
      name,
      backedUp ? 'yes' : 'no',
      plainTime(createdAt),
      plainTime(lastUsedAt),
    ])
    const lines =
      rows.length === 0
        ? [`Citizen ${subject} has no passkey.`]
        : table(['Name', 'Backed up', 'Added', 'Last used'], rows)
    return { json, lines }
  },
}

/** Removes every passkey of a citizen. */
export const citizenRemovePasskeys = changing({
  verb: 'remove-passkeys',
  summary: 'Remove every passkey of a citizen, who signs in with the password; sessions stay',
  useCase: async (database, request, call) => {
    const { removeEveryPasskey } = await passkeysRoom()
    return removeEveryPasskey(await letterNeeds(database, call), request)
  },
  done: 'has no passkey any more',
  already: 'had no passkey',
})
