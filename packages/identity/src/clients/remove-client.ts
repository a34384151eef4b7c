import { appendEvent, operatorOrigin } from '../audit/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { ClientNeeds } from './add-client.ts'
import type { Client } from './client.ts'
import { deleteClientSecrets } from './client-secret-store.ts'
import { type ConnectionPlace, deleteClient, deleteConnectionsBehind, findClient } from './client-store.ts'

/** What removing a client needs. */
export interface RemoveClientNeeds extends ClientNeeds {
  /** Told in a sentence how far it is, where there is much to remove. */
  readonly progress?: (line: string) => void
}

/** Connections that one statement looks through: some ten milliseconds of work. */
const PAGE = 10_000

/** Before every connection in the order of their key. */
const FRONT: ConnectionPlace = { citizenId: '00000000-0000-0000-0000-000000000000', clientId: '' }

/**
 * Removes a client and its secrets at once, and every token it holds is dead; then what citizens allowed it, which
 * nobody reads any more, in small steps, because there may be millions. Its id never comes back.
 */
export async function removeClient(
  needs: RemoveClientNeeds,
  clientId: string,
): Promise<Result<Client, 'unknown-client'>> {
  const removed = await needs.db.transaction(async (tx): Promise<Result<Client, 'unknown-client'>> => {
    const client = await findClient(tx, clientId)
    if (!client || !(await deleteClient(tx, clientId))) return refused('unknown-client')
    await deleteClientSecrets(tx, clientId)
    const details = { name: client.name }
    await appendEvent(
      { ...needs, db: tx },
      { name: 'client-removed', origin: operatorOrigin, clientId, details },
    )
    return accepted(client)
  })
  if (removed.ok) await forgetConnections(needs, clientId)
  return removed
}

async function forgetConnections(
  { db, progress }: { readonly db: Database; readonly progress?: (line: string) => void },
  clientId: string,
): Promise<void> {
  const pageBehind = (behind: ConnectionPlace) =>
    deleteConnectionsBehind(db, clientId, { behind, most: PAGE })
  let forgotten = 0
  for (let page = await pageBehind(FRONT); page; page = await pageBehind(page.last)) {
    forgotten += page.gone
    if (page.gone > 0) progress?.(`${forgotten} connections of citizens removed so far`)
  }
}
