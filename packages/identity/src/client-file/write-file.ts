import { stringify } from 'yaml'
import { type Client, listClients, REGISTRATION } from '../clients/index.ts'
import type { WritesFile } from '../moments/index.ts'
import { mapOf, objectSchema } from '../platform/operation.ts'
import { NAMES_IN_FILE, SETTINGS } from './plan-changes.ts'

/** The file as it is written: with every setting, and without secrets. */
export const WRITTEN_CLIENTS = objectSchema('WrittenClients', {
  clients: mapOf(objectSchema('Registration', REGISTRATION), 'Every program, by its client id.'),
})

/** Writes every client as a file that `portico apply` reads, and that changes nothing. A secret cannot be written: only its hash is known. */
export const writeClientFile: WritesFile['write'] = async ({ db }) => {
  const clients = await listClients(db)
  const json = { clients: Object.fromEntries(clients.map((client) => [client.clientId, settingsOf(client)])) }
  const text = stringify(json, { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' })
  return { json, lines: text.trimEnd().split('\n') }
}

function settingsOf(client: Client): Readonly<Record<string, unknown>> {
  return Object.fromEntries(SETTINGS.map((setting) => [NAMES_IN_FILE[setting], client[setting]]))
}
