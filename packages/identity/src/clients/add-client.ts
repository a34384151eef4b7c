import type { AuditEvent } from '../audit/index.ts'
import { type Random, randomLettersAndDigits } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Client, ClientRegistration } from './client.ts'
import { type ChangeNeeds, noteChange } from './client-event.ts'
import { type AddedSecret, mintClientSecret } from './client-secret.ts'
import { insertClientSecret } from './client-secret-store.ts'
import { findClient, insertClient } from './client-store.ts'
import { type RegistrationFault, readRegistration } from './registration.ts'

/** A new client with its first secret. */
export interface AddedClient extends AddedSecret {
  readonly client: Client
}

/** A registration. Without a home, and names and homes in other languages, it has none. */
export type NewClient = Omit<ClientRegistration, 'names' | 'home' | 'homes'> & Partial<ClientRegistration>

/** Letters and digits of a client id. */
const CLIENT_ID_LENGTH = 24

/** Letters, digits and hyphens: an address and every encoding of HTTP Basic credentials give the same text. */
const CHOSEN_ID = /^[A-Za-z0-9](?:[A-Za-z0-9-]{1,62}[A-Za-z0-9])$/

/** Whether a new client may have this id. */
export function isChosenId(clientId: string): boolean {
  return CHOSEN_ID.test(clientId)
}

/** Why a client with a chosen id was not added. */
export type AddNamedClientFault = RegistrationFault<'bad-client-id' | 'client-id-taken'>

/**
 * Registers a program under an id that an operator has chosen, without a secret. The id may be that of a client that was removed, which processes remember and tokens
 * name: so its revision and its generation begin where no earlier one was. `details` is what its event says beside its name.
 */
export async function addNamedClient(
  needs: ChangeNeeds,
  clientId: string,
  given: NewClient,
  details: AuditEvent['details'] = {},
): Promise<Result<Client, AddNamedClientFault>> {
  if (!isChosenId(clientId)) return refused({ refusal: 'bad-client-id', about: clientId })
  const registration = readRegistration({ names: {}, home: null, homes: {}, ...given })
  if (!registration.ok) return registration
  const [revision, generation] = [beginning(needs.random), beginning(needs.random)]
  const begun = { revision, generation, createdAt: needs.clock.now(), disabledAt: null }
  const client: Client = { clientId, ...registration.value, ...begun }
  return needs.db.transaction(async (tx): Promise<Result<Client, AddNamedClientFault>> => {
    if (await findClient(tx, clientId)) return refused({ refusal: 'client-id-taken', about: clientId })
    await insertClient(tx, client)
    await noteChange({ ...needs, db: tx }, 'client-added', clientId, { name: client.name, ...details })
    return accepted(client)
  })
}

/** A random number of 30 bits: a column of 32 bits has room for what is added to it. */
function beginning(random: Random): number {
  return random.bytes(4).readUInt32BE() >>> 2
}

/** Registers a program with its first secret. */
export async function addClient(
  needs: ChangeNeeds,
  given: NewClient,
): Promise<Result<AddedClient, RegistrationFault>> {
  const registration = readRegistration({ names: {}, home: null, homes: {}, ...given })
  if (!registration.ok) return registration
  const createdAt = needs.clock.now()
  const clientId = randomLettersAndDigits(needs.random, CLIENT_ID_LENGTH)
  const first = { revision: 1, generation: 1, createdAt, disabledAt: null }
  const client: Client = { clientId, ...registration.value, ...first }
  const { secretId, clientSecret, secretHash } = mintClientSecret(needs.random)
  await needs.db.transaction(async (tx) => {
    await insertClient(tx, client)
    await insertClientSecret(tx, clientId, { secretId, secretHash, label: '', createdAt, expiresAt: null })
    const details = { name: client.name, secret: secretId }
    await noteChange({ ...needs, db: tx }, 'client-added', clientId, details)
  })
  return accepted({ client, secretId, clientSecret })
}
