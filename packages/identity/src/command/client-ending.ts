import { deleteConnectionsOfClient, recordEndedGrants } from '../access/index.ts'
import { type ClientChange, disableClient, enableClient, removeClient } from '../clients/index.ts'
import type { OpenDatabase } from '../open-database.ts'
import { requireClient } from './client.ts'
import { clientJson, sayClientFault } from './client-view.ts'
import { type Answer, type Call, CommandRefused } from './command.ts'

/** Disables a program. */
export const clientDisable = switching('disable', {
  change: disableClient,
  effect: async (database, clientId) => {
    const grants = await recordEndedGrants(database, clientId)
    return {
      json: { grants_ended: grants },
      said: `Its codes, grants and tokens have ended. Grants that were active: ${grants}.`,
    }
  },
})

/** Enables a program again. */
export const clientEnable = switching('enable', {
  change: enableClient,
  effect: async () => ({ json: {}, said: 'Its citizens must sign in again.' }),
})

/** Removes a program. */
export async function clientRemove({ given, openDatabase, terminal }: Call): Promise<Answer> {
  const clientId = given.operand('ID')
  const progress = (line: string) => terminal.err(line)
  const database = await openDatabase()
  const removed = await removeClient(database, clientId)
  if (!removed.ok) throw new CommandRefused(sayClientFault({ refusal: removed.refusal, about: clientId }))
  await deleteConnectionsOfClient({ ...database, progress }, clientId)
  return {
    json: { client_id: clientId, removed: true },
    lines: [`${removed.value.name} (${clientId}) is removed.`],
  }
}

function switching(
  verb: 'disable' | 'enable',
  about: {
    readonly change: (database: OpenDatabase, clientId: string) => Promise<ClientChange>
    readonly effect: (database: OpenDatabase, clientId: string) => Promise<{ json: object; said: string }>
  },
): (call: Call) => Promise<Answer> {
  return async ({ given, openDatabase }) => {
    const clientId = given.operand('ID')
    const database = await openDatabase()
    const changed = await about.change(database, clientId)
    if (!changed.ok) throw new CommandRefused(sayClientFault({ refusal: changed.refusal, about: clientId }))
    const client = await requireClient(database, clientId)
    const whom = `${client.name} (${clientId})`
    if (changed.value === 'unchanged')
      return { json: clientJson(client), lines: [`${whom} was already ${verb}d.`] }
    const { json, said } = await about.effect(database, clientId)
    return { json: { ...clientJson(client), ...json }, lines: [`${whom} is ${verb}d. ${said}`] }
  }
}
