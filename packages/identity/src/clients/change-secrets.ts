import type { UnixSeconds } from '../platform/clock.ts'
import { isoInstant } from '../platform/own-data.ts'
import { isPrintable, readText } from '../platform/plain-text.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type ChangeNeeds, noteChange } from './client-event.ts'
import { type AddedSecret, type ClientSecret, MOST_LIVE_SECRETS, mintClientSecret } from './client-secret.ts'
import * as store from './client-secret-store.ts'
import { raiseClientRevision } from './client-store.ts'

/** Why no secret was added. */
export type AddSecretRefusal = 'unknown-client' | 'too-many-secrets' | 'bad-label' | 'expired-already'

const MOST_LABEL_CHARACTERS = 100

/** Adds a secret to a client. The other secrets stay valid, so that the program can change over when it is ready. */
export async function addClientSecret(
  needs: ChangeNeeds,
  clientId: string,
  given: Pick<ClientSecret, 'label' | 'expiresAt'>,
): Promise<Result<AddedSecret, AddSecretRefusal>> {
  const now = needs.clock.now()
  const { expiresAt } = given
  const read = readText(given.label, MOST_LABEL_CHARACTERS)
  if (!read.ok || !isPrintable(read.value)) return refused('bad-label')
  const label = read.value
  if (expiresAt !== null && expiresAt <= now) return refused('expired-already')
  const { secretId, clientSecret, secretHash } = mintClientSecret(needs.random)
  return needs.db.transaction(async (tx) => {
    // Raising the revision locks the client's row, so that two operators cannot both add the last secret.
    if (!(await raiseClientRevision(tx, clientId))) return refused('unknown-client')
    await store.deleteExpiredClientSecrets(tx, clientId, now)
    if ((await store.findClientSecrets(tx, clientId)).length >= MOST_LIVE_SECRETS)
      return refused('too-many-secrets')
    await store.insertClientSecret(tx, clientId, { secretId, label, secretHash, createdAt: now, expiresAt })
    await noteChange({ ...needs, db: tx }, 'client-secret-added', clientId, { secret: secretId, label })
    return accepted({ secretId, clientSecret })
  })
}

/** Sets when a secret ends: it is refused from then on. Processes that remember it look again. */
export async function endClientSecret(
  needs: ChangeNeeds,
  key: store.ClientSecretKey,
  expiresAt: UnixSeconds,
): Promise<Result<undefined, 'unknown-client' | 'unknown-secret' | 'expired-already'>> {
  const { clientId, secretId } = key
  if (expiresAt <= needs.clock.now()) return refused('expired-already')
  return needs.db.transaction(async (tx) => {
    if (!(await raiseClientRevision(tx, clientId))) return refused('unknown-client')
    if (!(await store.endClientSecretAt(tx, key, expiresAt))) return refused('unknown-secret')
    const details = { secret: secretId, ends: isoInstant(expiresAt) }
    await noteChange({ ...needs, db: tx }, 'client-secret-end-set', clientId, details)
    return accepted(undefined)
  })
}

/** Retires a secret: it is refused from now on. Returns how many the client has left. */
export async function retireClientSecret(
  needs: ChangeNeeds,
  key: store.ClientSecretKey,
): Promise<Result<{ readonly secretsLeft: number }, 'unknown-client' | 'unknown-secret'>> {
  const { clientId, secretId } = key
  return needs.db.transaction(async (tx) => {
    if (!(await raiseClientRevision(tx, clientId))) return refused('unknown-client')
    if (!(await store.deleteClientSecret(tx, key))) return refused('unknown-secret')
    await noteChange({ ...needs, db: tx }, 'client-secret-retired', clientId, { secret: secretId })
    return accepted({ secretsLeft: (await store.findClientSecrets(tx, clientId)).length })
  })
}
