import { appendEvent, operatorOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { randomLettersAndDigits } from '../platform/random.ts'
import { accepted, type Result } from '../platform/result.ts'
import type { Secret } from '../platform/secret.ts'
import { CLIENT_ID_LENGTH, type Client, type ClientRegistration } from './client.ts'
import { insertClientSecret } from './client-secret-store.ts'
import { insertClient } from './client-store.ts'
import { mintClientSecret } from './mint-client-secret.ts'
import { type RegistrationFault, readRegistration } from './registration.ts'

/** A new client with its first secret, which is shown only now. */
export interface AddedClient {
  readonly client: Client
  readonly secretId: string
  readonly clientSecret: Secret
}

/** Registers a program with its first secret. */
export async function addClient(
  needs: Basics,
  given: ClientRegistration,
): Promise<Result<AddedClient, RegistrationFault>> {
  const registration = readRegistration(given)
  if (!registration.ok) return registration
  const now = needs.clock.now()
  const clientId = randomLettersAndDigits(needs.random, CLIENT_ID_LENGTH)
  const client: Client = {
    clientId,
    ...registration.value,
    revision: 1,
    generation: 1,
    createdAt: now,
    disabledAt: null,
  }
  const secret = mintClientSecret(needs.random)
  await needs.db.transaction(async (tx) => {
    await insertClient(tx, client)
    await insertClientSecret(tx, clientId, { ...secret.stored, label: '', createdAt: now, expiresAt: null })
    const details = { name: client.name, secret: secret.stored.secretId }
    await appendEvent(
      { ...needs, db: tx },
      { name: 'client-added', origin: operatorOrigin, clientId, details },
    )
  })
  return accepted({ client, secretId: secret.stored.secretId, clientSecret: secret.value })
}
