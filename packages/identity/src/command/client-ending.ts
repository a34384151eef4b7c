import { deleteConnectionsOfClient, recordEndedGrants } from '../access/index.ts'
import type { OperatorOrder } from '../audit/index.ts'
import { recordRead } from '../audit-log/index.ts'
import {
  type ClientChange,
  disableClient,
  enableClient,
  findClientSecrets,
  removeClient,
  sayClientFault,
} from '../clients/index.ts'
import { counted } from '../platform/counted.ts'
import { countSchema, objectSchema, textSchema, withMore } from '../platform/operation.ts'
import { requireClient } from './client.ts'
import { CLIENT, clientJson } from './client-view.ts'
import { type ActCall, type Answer, CommandRefused, type OperatorsDatabase } from './command.ts'
import { orTried, triedFirst } from './tried-first.ts'

/** A client that is disabled now. */
export const DISABLED_CLIENT = orTried(
  withMore('DisabledClient', CLIENT, {
    grants_ended: countSchema('How many active grants have ended; 0 where it was disabled already.'),
  }),
)

/** A client that is there no more. */
export const REMOVED_CLIENT = orTried(
  objectSchema('RemovedClient', {
    client_id: textSchema('Its id.'),
    removed: { type: 'boolean', const: true },
  }),
)

/** Disables a program. */
export const clientDisable = (call: ActCall): Promise<Answer> => triedFirst(call, disable)

const disable = switching('disable', {
  change: disableClient,
  nothing: { grants_ended: 0 },
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
  nothing: {},
  effect: async () => ({ json: {}, said: 'Its citizens must sign in again.' }),
})

/** Removes a program. */
export const clientRemove = (call: ActCall): Promise<Answer> => triedFirst(call, remove)

async function remove({ given, openDatabase, terminal }: ActCall, isTrial: boolean): Promise<Answer> {
  const clientId = given.operand('ID')
  const progress = (line: string) => terminal.err(line)
  const database = await openDatabase()
  const secrets = await findClientSecrets(database.db, clientId)
  const removed = await removeClient(database, clientId)
  if (!removed.ok) throw new CommandRefused(sayClientFault({ refusal: removed.refusal, about: clientId }))
  // There may be millions, and whoever asks waits.
  if (!isTrial) await deleteConnectionsOfClient({ ...database, progress }, clientId)
  return {
    json: { client_id: clientId, removed: true },
    lines: [
      `${removed.value.name} (${clientId}) is removed for good, with ${counted(secrets.length, 'secret')} and all that citizens have allowed it.`,
    ],
  }
}

function switching(
  verb: 'disable' | 'enable',
  about: {
    readonly change: (database: OperatorsDatabase<OperatorOrder>, clientId: string) => Promise<ClientChange>
    /** What the answer has more than the client where nothing changed. */
    readonly nothing: object
    readonly effect: (
      database: OperatorsDatabase<OperatorOrder>,
      clientId: string,
    ) => Promise<{ json: object; said: string }>
  },
): (call: ActCall) => Promise<Answer> {
  return async ({ words: command, given, openDatabase }) => {
    const clientId = given.operand('ID')
    const database = await openDatabase()
    const changed = await about.change(database, clientId)
    if (!changed.ok) throw new CommandRefused(sayClientFault({ refusal: changed.refusal, about: clientId }))
    const client = await requireClient(database, clientId)
    const whom = `${client.name} (${clientId})`
    if (changed.value === 'unchanged') {
      await recordRead(database, { command, clientId })
      return { json: { ...clientJson(client), ...about.nothing }, lines: [`${whom} was already ${verb}d.`] }
    }
    const { json, said } = await about.effect(database, clientId)
    return { json: { ...clientJson(client), ...json }, lines: [`${whom} is ${verb}d. ${said}`] }
  }
}
