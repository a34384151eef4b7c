import { stringify } from 'yaml'
import { type Client, listClients } from '../clients/index.ts'
import type { WritesFile } from '../moments/index.ts'
import { NAMES_IN_FILE, SETTINGS } from './plan-changes.ts'

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
