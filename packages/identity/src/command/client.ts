import { recordRead } from '../audit-log/index.ts'
import {
  addClient,
  type Client,
  findClient,
  findClientSecrets,
  listClients,
  sayClientFault,
  sayClientFaults,
  updateClient,
} from '../clients/index.ts'
import type { OpenDatabase } from '../open-database.ts'
import { readChanges, readRegistration } from './client-options.ts'
import { clientJson, clientLines, clientTable, secretJson, secretTable } from './client-view.ts'
import { type ActCall, type Answer, CommandRefused, type LookCall } from './command.ts'
import { refuseAll } from './refuse-all.ts'

/** Registers a program. */
export async function clientAdd({ given, openDatabase }: ActCall): Promise<Answer> {
  const registration = readRegistration(given)
  const added = await addClient(await openDatabase(), registration)
  if (!added.ok) throw refuseAll(sayClientFaults(added.refusal))
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
}

/** Lists programs. */
export async function clientList({ words: command, openDatabase }: LookCall): Promise<Answer> {
  const database = await openDatabase()
  const clients = await listClients(database.db)
  await recordRead(database, { command })
  return { json: clients.map(clientJson), lines: clientTable(clients) }
}

/** Shows one program. */
export async function clientShow({ words: command, given, openDatabase }: LookCall): Promise<Answer> {
  const database = await openDatabase()
  const client = await requireClient(database, given.operand('ID'))
  const secrets = await findClientSecrets(database.db, client.clientId)
  await recordRead(database, { command, clientId: client.clientId })
  const json = { ...clientJson(client), secrets: secrets.map(secretJson) }
  return { json, lines: [...clientLines(client), '', ...secretTable(secrets, database.clock.now())] }
}

/** Changes a program's registration. */
export async function clientUpdate({ given, openDatabase }: ActCall): Promise<Answer> {
  const changes = readChanges(given)
  const updated = await updateClient(await openDatabase(), given.operand('ID'), changes)
  if (!updated.ok) throw refuseAll(sayClientFaults(updated.refusal))
  return { json: clientJson(updated.value), lines: clientLines(updated.value) }
}

/** Finds a client. Throws CommandRefused where there is none. */
export async function requireClient(database: OpenDatabase, clientId: string): Promise<Client> {
  const client = await findClient(database.db, clientId)
  if (!client) throw new CommandRefused(sayClientFault({ refusal: 'unknown-client', about: clientId }))
  return client
}
