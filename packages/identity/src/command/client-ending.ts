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
import { countSchema, objectSchema, orNull, textSchema, withMore } from '../platform/operation.ts'
import { requireClient } from './client.ts'
import { CLIENT, clientJson } from './client-view.ts'
import { type ActCall, type Answer, CommandRefused, type OperatorsDatabase } from './command.ts'
import { type Done, orTried, triedFirst } from './tried-first.ts'

/** A client that is disabled now. */
export const DISABLED_CLIENT = orTried(
  withMore('DisabledClient', CLIENT, {
    grants_ended: orNull(
      countSchema(
        'How many active grants have ended; 0 where it was disabled already, and null where it was only tried.',
      ),
    ),
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

async function disable(call: ActCall): Promise<Done> {
  const { clientId, client, whom, isChanged } = await switched(call, disableClient)
  const answer = (grants: number | null, more = ''): Answer => ({
    json: { ...clientJson(client), grants_ended: grants },
    lines: [
      isChanged
        ? `${whom} is disabled. Its codes, grants and tokens have ended.${more}`
        : `${whom} was already disabled.`,
    ],
  })
  if (!isChanged) return { answer: answer(0), identity: whom, isNothing: true }
  return {
    answer: answer(null),
    identity: whom,
    after: async (opened) => {
      const grants = await recordEndedGrants(opened, clientId)
      return answer(grants, ` Grants that were active: ${grants}.`)
    },
  }
}

/** Enables a program again. */
export async function clientEnable(call: ActCall): Promise<Answer> {
  const { client, whom, isChanged } = await switched(call, enableClient)
  const says = isChanged ? 'is enabled. Its citizens must sign in again.' : 'was already enabled.'
  return { json: clientJson(client), lines: [`${whom} ${says}`] }
}

async function switched(
  { words: command, given, openDatabase }: ActCall,
  change: (database: OperatorsDatabase<OperatorOrder>, clientId: string) => Promise<ClientChange>,
) {
  const clientId = given.operand('ID')
  const database = await openDatabase()
  const changed = await change(database, clientId)
  if (!changed.ok) throw new CommandRefused(sayClientFault({ refusal: changed.refusal, about: clientId }))
  const isChanged = changed.value !== 'unchanged'
  if (!isChanged) await recordRead(database, { command, clientId })
  const client = await requireClient(database, clientId)
  return { clientId, client, whom: `${client.name} (${clientId})`, isChanged }
}

/** Removes a program. */
export const clientRemove = (call: ActCall): Promise<Answer> => triedFirst(call, remove)

async function remove({ given, openDatabase, terminal }: ActCall): Promise<Done> {
  const clientId = given.operand('ID')
  const progress = (line: string) => terminal.err(line)
  const database = await openDatabase()
  const secrets = await findClientSecrets(database.db, clientId)
  const removed = await removeClient(database, clientId)
  if (!removed.ok) throw new CommandRefused(sayClientFault({ refusal: removed.refusal, about: clientId }))
  const answer = {
    json: { client_id: clientId, removed: true },
    lines: [
      `${removed.value.name} (${clientId}) is removed for good, with ${counted(secrets.length, 'secret')} and all that citizens have allowed it.`,
    ],
  }
  return {
    answer,
    identity: answer.lines.join(),
    // There may be millions.
    after: async (opened) => {
      await deleteConnectionsOfClient({ ...opened, progress }, clientId)
      return answer
    },
  }
}
