import { randomLettersAndDigits } from '../platform/random.ts'
import { accepted, type Result } from '../platform/result.ts'
import type { Client, ClientRegistration } from './client.ts'
import { type ChangeNeeds, noteChange } from './client-event.ts'
import { type AddedSecret, mintClientSecret } from './client-secret.ts'
import { insertClientSecret } from './client-secret-store.ts'
import { insertClient } from './client-store.ts'
import { type RegistrationFault, readRegistration } from './registration.ts'

/** A new client with its first secret. */
export interface AddedClient extends AddedSecret {
  readonly client: Client
}

/** A registration. Without a home and names in other languages it has none. */
export type NewClient = Omit<ClientRegistration, 'names' | 'home'> & Partial<ClientRegistration>

/** Letters and digits of a client id. */
const CLIENT_ID_LENGTH = 24

/** Registers a program with its first secret. */
export async function addClient(
  needs: ChangeNeeds,
  given: NewClient,
): Promise<Result<AddedClient, RegistrationFault>> {
  const registration = readRegistration({ names: {}, home: null, ...given })
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
