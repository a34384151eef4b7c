import { appendEvent, operatorOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Client, ClientRegistration } from './client.ts'
import { findClient, updateClient as storeClient } from './client-store.ts'
import { type RegistrationFault, type RegistrationRefusal, readRegistration } from './registration.ts'

/** Why a client was not changed. */
export interface UpdateClientFault {
  readonly refusal: RegistrationRefusal | 'unknown-client' | 'changed-meanwhile'
  readonly about: string
}

/** Changes the given settings and keeps the others. The change counts for every request that begins afterwards. */
export async function updateClient(
  needs: Basics,
  clientId: string,
  changes: Partial<ClientRegistration>,
): Promise<Result<Client, UpdateClientFault>> {
  const client = await findClient(needs.db, clientId)
  if (!client) return refused({ refusal: 'unknown-client', about: clientId })
  const decided: Result<ClientRegistration, RegistrationFault> = readRegistration(
    { ...registrationOf(client), ...changes },
    client.redirectUris,
  )
  if (!decided.ok) return decided
  const details = { changed: Object.keys(changes).sort().join(' ') }
  const isStored = await needs.db.transaction(async (tx) => {
    if (!(await storeClient(tx, client, decided.value))) return false
    await appendEvent(
      { ...needs, db: tx },
      { name: 'client-updated', origin: operatorOrigin, clientId, details },
    )
    return true
  })
  if (!isStored) return refused({ refusal: 'changed-meanwhile', about: clientId })
  return accepted({ ...client, ...decided.value, revision: client.revision + 1 })
}

function registrationOf(client: Client): ClientRegistration {
  const { name, redirectUris, scope, confirmation, tokenLimitPerMinute, introspectionLimitPerMinute } = client
  return { name, redirectUris, scope, confirmation, tokenLimitPerMinute, introspectionLimitPerMinute }
}
