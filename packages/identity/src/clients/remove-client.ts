import { appendEvent, operatorOrigin } from '../audit/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { ClientNeeds } from './add-client.ts'
import type { Client } from './client.ts'
import { deleteClientSecrets } from './client-secret-store.ts'
import { countConnectionBlocks, deleteClient, deleteConnectionsIn, findClient } from './client-store.ts'

/** What removing a client needs. */
export interface RemoveClientNeeds extends ClientNeeds {
  /** Told in a sentence how far it is, where there is much to remove. */
  readonly progress?: (line: string) => void
}

/** Blocks that one statement looks through: 2 MiB, some twenty thousand connections. */
const STEP_BLOCKS = 256

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

/** Walks once more after each walk that found some: a connection that was being used meanwhile may have moved. */
async function forgetConnections(needs: RemoveClientNeeds, clientId: string): Promise<void> {
  let gone = await walkConnections(needs, clientId)
  while (gone > 0) gone = await walkConnections(needs, clientId)
}

async function walkConnections({ db, progress }: RemoveClientNeeds, clientId: string): Promise<number> {
  const blocks = await countConnectionBlocks(db)
  let gone = 0
  for (let first = 0; first < blocks; first += STEP_BLOCKS) {
    const here = await deleteConnectionsIn(db, clientId, { first, behindLast: first + STEP_BLOCKS })
    if (here > 0) progress?.(`${here} more connections of citizens are removed`)
    gone += here
  }
  return gone
}
