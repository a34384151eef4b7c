import { appendEvent, operatorOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Client } from './client.ts'
import { deleteClientSecrets } from './client-secret-store.ts'
import { deleteClient, findClient } from './client-store.ts'

/** Deletes a client and its secrets. All its tokens end. Its id is never used again. */
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
