import type { AuditEventName } from '../audit/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Client, ClientRegistration } from './client.ts'
import { type ChangeNeeds, noteChange } from './client-event.ts'
import { retireAllSecrets } from './client-secret-store.ts'
import * as store from './client-store.ts'
import { type RegistrationFault, readRegistration } from './registration.ts'

/** Why a client was not changed. */
export type UpdateClientFault = RegistrationFault<'unknown-client' | 'changed-meanwhile'>

/** Whether there was anything to change. */
export type ClientChange = Result<'changed' | 'unchanged', 'unknown-client'>

/**
 * Changes the given settings and keeps the others, also of the names and homes in other languages: an empty one removes its language. The change counts for every request that begins afterwards. Fewer
 * scopes count for authorization requests alone: a code or grant that exists keeps what its citizen allowed.
 */
export async function updateClient(
  needs: ChangeNeeds,
  clientId: string,
  changes: Partial<ClientRegistration>,
): Promise<Result<Client, UpdateClientFault>> {
  const client = await store.findClient(needs.db, clientId)
  if (!client) return refused({ refusal: 'unknown-client', about: clientId })
  const names = changedTexts(client.names, changes.names)
  const homes = changedTexts(client.homes, changes.homes)
  const decided = readRegistration({ ...client, ...changes, names, homes }, client)
  if (!decided.ok) return decided
  const details = { changed: Object.keys(changes).sort().join(' ') }
  return needs.db.transaction(async (tx): Promise<Result<Client, UpdateClientFault>> => {
    if (!(await store.updateClient(tx, client, decided.value)))
      return refused({ refusal: 'changed-meanwhile', about: clientId })
    await noteChange({ ...needs, db: tx }, 'client-updated', clientId, details)
    return accepted({ ...client, ...decided.value, revision: client.revision + 1 })
  })
}

function changedTexts(texts: Client['names'], changes: Client['names'] = {}): Client['names'] {
  return Object.fromEntries(
    Object.entries({ ...texts, ...changes }).filter(([tag, text]) => text !== '' || !(tag in changes)),
  )
}

/** Disables a client: every endpoint refuses it, and all its grants and tokens end. Its registration and secrets stay. */
export async function disableClient(needs: ChangeNeeds, clientId: string): Promise<ClientChange> {
  const now = needs.clock.now()
  return switchClient(needs, clientId, 'client-disabled', (tx) => store.disableClient(tx, clientId, now))
}

/** Enables a disabled client with its secrets. What ended stays ended (design 36). */
export async function enableClient(needs: ChangeNeeds, clientId: string): Promise<ClientChange> {
  return switchClient(needs, clientId, 'client-enabled', (tx) => store.enableClient(tx, clientId))
}

async function switchClient(
  needs: ChangeNeeds,
  clientId: string,
  event: AuditEventName,
  change: (tx: Database) => Promise<boolean>,
): Promise<ClientChange> {
  return needs.db.transaction(async (tx) => {
    if (!(await change(tx)))
      return (await store.findClient(tx, clientId)) ? accepted('unchanged') : refused('unknown-client')
    await noteChange({ ...needs, db: tx }, event, clientId)
    return accepted('changed')
  })
}

/**
 * Deletes a client. All its tokens end. A file may register its id again (decision 115), so its secrets stay as retired ones: nobody can hand in again one that
 * somebody may have found.
 */
export async function removeClient(
  needs: ChangeNeeds,
  clientId: string,
): Promise<Result<Client, 'unknown-client'>> {
  return needs.db.transaction(async (tx): Promise<Result<Client, 'unknown-client'>> => {
    const client = await store.findClient(tx, clientId)
    if (!client || !(await store.deleteClient(tx, clientId))) return refused('unknown-client')
    await retireAllSecrets(tx, clientId)
    await noteChange({ ...needs, db: tx }, 'client-removed', clientId, { name: client.name })
    return accepted(client)
  })
}
