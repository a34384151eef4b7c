import { deleteConnectionsOfClient } from '../access/index.ts'
import type { OrderedByOperator } from '../audit/index.ts'
import {
  addNamedClient,
  type ClientRegistration,
  endClientSecret,
  handInClientSecret,
  removeClient,
  sayClientFault,
  saySecretFault,
  updateClient,
} from '../clients/index.ts'
import type { FileFaults, PlanNeeds } from '../moments/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { ClientChange, SecretChange, Setting } from './client-change.ts'

type CarryOutNeeds = PlanNeeds & OrderedByOperator

/** A sentence about what was refused; nothing where all was done. */
type Refused = string | undefined

/** Makes all changes by the use cases of the commands, in the transaction of `db`. Stops at the first refusal. */
export async function carryOutChanges(
  needs: CarryOutNeeds,
  changes: readonly ClientChange[],
): Promise<Result<undefined, FileFaults>> {
  for (const change of changes) {
    const refusal = await carryOut(needs, change)
    if (refusal !== undefined) return refused({ says: [refusal] })
  }
  return accepted(undefined)
}

/** Deletes what citizens have allowed programs that are removed. */
export async function deleteConnectionsOfRemoved(
  needs: PlanNeeds,
  changes: readonly ClientChange[],
): Promise<void> {
  for (const change of changes)
    if (change.kind === 'remove') await deleteConnectionsOfClient(needs, idOf(change))
}

/** The id of the client that changes. */
export function idOf(change: ClientChange): string {
  return change.kind === 'add' ? change.clientId : change.client.clientId
}

async function carryOut(needs: CarryOutNeeds, change: ClientChange): Promise<Refused> {
  const clientId = idOf(change)
  if (change.kind === 'remove') {
    const removed = await removeClient(needs, clientId)
    return removed.ok ? undefined : sayClientFault({ refusal: removed.refusal, about: clientId })
  }
  const settled = change.kind === 'add' ? await add(needs, change) : await update(needs, change)
  if (settled !== undefined) return settled
  for (const secret of change.secrets) {
    const refusal = await carryOutSecret(needs, clientId, secret)
    if (refusal !== undefined) return `${clientId}, the secret ${secret.label}: ${refusal}`
  }
  return undefined
}

/**
 * A program may get the id of one that was removed, and begins without what citizens have allowed that one. Its removal has deleted this, unless it was
 * interrupted. It is deleted here, where no other transaction can register the id: one that is registered keeps what its citizens have allowed.
 */
async function add(
  needs: CarryOutNeeds,
  { clientId, registration }: ClientChange & { readonly kind: 'add' },
): Promise<Refused> {
  const former = await deleteConnectionsOfClient(needs, clientId)
  const details = former > 0 ? { former_connections: former } : {}
  const added = await addNamedClient(needs, clientId, registration, details)
  return added.ok ? undefined : sayClientFault(added.refusal)
}

async function update(
  needs: CarryOutNeeds,
  { client, registration, settings }: ClientChange & { readonly kind: 'update' },
): Promise<Refused> {
  if (settings.length === 0) return undefined
  // An empty name removes its language.
  const gone = Object.fromEntries(Object.keys(client.names).map((language) => [language, '']))
  const wanted = { ...registration, names: { ...gone, ...registration.names } }
  const updated = await updateClient(needs, client.clientId, pick(wanted, settings))
  return updated.ok ? undefined : sayClientFault(updated.refusal)
}

async function carryOutSecret(
  needs: CarryOutNeeds,
  clientId: string,
  change: SecretChange,
): Promise<Refused> {
  const done =
    change.kind === 'add'
      ? await handInClientSecret(needs, clientId, change)
      : await endClientSecret(needs, { clientId, secretId: change.secretId }, change.expiresAt)
  return done.ok ? undefined : saySecretFault(done.refusal)
}

function pick(from: ClientRegistration, settings: readonly Setting[]): Partial<ClientRegistration> {
  const picked: { -readonly [Name in Setting]?: ClientRegistration[Name] } = {}
  const take = <Name extends Setting>(name: Name) => {
    picked[name] = from[name]
  }
  for (const setting of settings) take(setting)
  return picked
}
