import { deleteConnectionsOfClient, recordEndedGrants } from '../access/index.ts'
import { recordRead } from '../audit-log/index.ts'
import {
  addClient,
  type Client,
  type ClientChange,
  disableClient,
  enableClient,
  findClient,
  findClientSecrets,
  listClients,
  removeClient,
  updateClient,
} from '../clients/index.ts'
import type { OpenDatabase } from '../open-database.ts'
import { ADD_OPTIONS, readChanges, readRegistration, UPDATE_OPTIONS } from './client-options.ts'
import {
  clientJson,
  clientLines,
  clientTable,
  sayClientFault,
  secretJson,
  secretTable,
} from './client-view.ts'
import { type Command, CommandRefused } from './command.ts'

/** Registers a program. */
export const clientAdd: Command = {
  words: 'client add',
  summary: 'Register a program and show its secret once',
  operands: ['NAME'],
  options: ADD_OPTIONS,
  async run({ given, openDatabase }) {
    const registration = readRegistration(given)
    const added = await addClient(await openDatabase(), registration)
    if (!added.ok) throw new CommandRefused(sayClientFault(added.refusal))
    const { client, secretId, clientSecret } = added.value
    const shown = clientSecret.reveal()
    return {
      json: { ...clientJson(client), client_secret: shown, secret_id: secretId },
      lines: [
        ...clientLines(client),
        '',
        'For the settings of the program; the secret is not shown again:',
        `SSO_CLIENT_ID=${client.clientId}`,
        `SSO_CLIENT_SECRET=${shown}`,
      ],
    }
  },
}

/** Lists programs. */
export const clientList: Command = {
  words: 'client list',
  summary: 'List the programs',
  operands: [],
  options: {},
  async run({ openDatabase }) {
    const database = await openDatabase()
    const clients = await listClients(database.db)
    await recordRead(database, { command: 'client list' })
    return { json: clients.map(clientJson), lines: clientTable(clients) }
  },
}

/** Shows one program. */
export const clientShow: Command = {
  words: 'client show',
  summary: 'Show one program',
  operands: ['ID'],
  options: {},
  async run({ given, openDatabase }) {
    const database = await openDatabase()
    const client = await requireClient(database, given.operand('ID'))
    const secrets = await findClientSecrets(database.db, client.clientId)
    await recordRead(database, { command: 'client show', clientId: client.clientId })
    const json = { ...clientJson(client), secrets: secrets.map(secretJson) }
    return { json, lines: [...clientLines(client), '', ...secretTable(secrets)] }
  },
}

/** Changes a program's registration. */
export const clientUpdate: Command = {
  words: 'client update',
  summary: 'Change the given settings of a program, and keep the others',
  operands: ['ID'],
  options: UPDATE_OPTIONS,
  async run({ given, openDatabase }) {
    const changes = readChanges(given)
    const updated = await updateClient(await openDatabase(), given.operand('ID'), changes)
    if (!updated.ok) throw new CommandRefused(sayClientFault(updated.refusal))
    return { json: clientJson(updated.value), lines: clientLines(updated.value) }
  },
}

/** Disables a program. */
export const clientDisable = switching('disable', {
  summary: 'Disable a program: refuse it everywhere, and end its codes, grants and tokens',
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
  summary: 'Enable a disabled program; its citizens sign in again, because its grants stay ended',
  change: enableClient,
  effect: async () => ({ json: {}, said: 'Its citizens must sign in again.' }),
})

/** Removes a program. */
export const clientRemove: Command = {
  words: 'client remove',
  summary: 'Remove a program, its secrets and what citizens have allowed it',
  operands: ['ID'],
  options: {},
  async run({ given, openDatabase, terminal }) {
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
  },
}

/** Finds a client. Throws CommandRefused where there is none. */
export async function requireClient(database: OpenDatabase, clientId: string): Promise<Client> {
  const client = await findClient(database.db, clientId)
  if (!client) throw new CommandRefused(sayClientFault({ refusal: 'unknown-client', about: clientId }))
  return client
}

function switching(
  verb: 'disable' | 'enable',
  about: {
    readonly summary: string
    readonly change: (database: OpenDatabase, clientId: string) => Promise<ClientChange>
    readonly effect: (database: OpenDatabase, clientId: string) => Promise<{ json: object; said: string }>
  },
): Command {
  return {
    words: `client ${verb}`,
    summary: about.summary,
    operands: ['ID'],
    options: {},
    async run({ given, openDatabase }) {
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
    },
  }
}
