import { appendEvent, operatorOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Client } from './client.ts'
import { deleteClientSecrets } from './client-secret-store.ts'
import { deleteClient, findClient } from './client-store.ts'

/** Removes a client and its secrets for good; every token that it holds is dead from then on. Its id never comes back. */
export async function removeClient(
  needs: Basics,
  clientId: string,
): Promise<Result<Client, 'unknown-client'>> {
  return needs.db.transaction(async (tx): Promise<Result<Client, 'unknown-client'>> => {
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
}
