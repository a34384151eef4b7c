import { appendEvent, operatorOrigin } from '../audit/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Secret } from '../platform/secret.ts'
import { MOST_LIVE_SECRETS } from './client.ts'
import { deleteExpiredClientSecrets, findClientSecrets, insertClientSecret } from './client-secret-store.ts'
import { raiseClientRevision } from './client-store.ts'
import { mintClientSecret } from './mint-client-secret.ts'

/** Why no secret was added. */
export type AddSecretRefusal = 'unknown-client' | 'too-many-secrets' | 'bad-label' | 'expired-already'

/** The label of a new secret, and when it expires. */
export interface SecretTerms {
  readonly label: string
  readonly expiresAt: UnixSeconds | null
}

/** A new secret. Its value is shown only now. */
export interface AddedSecret {
  readonly secretId: string
  readonly clientSecret: Secret
}

const MOST_LABEL_CHARACTERS = 100

/** Adds a secret to a client. The other secrets stay valid, so that the program can change over when it is ready. */
export async function addClientSecret(
  needs: Basics,
  clientId: string,
  { label, expiresAt }: SecretTerms,
): Promise<Result<AddedSecret, AddSecretRefusal>> {
  const now = needs.clock.now()
  if ([...label].length > MOST_LABEL_CHARACTERS || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(label))
    return refused('bad-label')
  if (expiresAt !== null && expiresAt <= now) return refused('expired-already')
  const { value, stored } = mintClientSecret(needs.random)
  return needs.db.transaction(async (tx) => {
    // Raising the revision locks the client's row, so that two operators cannot both add the last secret.
    if (!(await raiseClientRevision(tx, clientId))) return refused('unknown-client')
    await deleteExpiredClientSecrets(tx, clientId, now)
    if ((await findClientSecrets(tx, clientId)).length >= MOST_LIVE_SECRETS)
      return refused('too-many-secrets')
    await insertClientSecret(tx, clientId, { ...stored, label, createdAt: now, expiresAt })
    const details = { secret: stored.secretId, label }
    await appendEvent(
      { ...needs, db: tx },
      { name: 'client-secret-added', origin: operatorOrigin, clientId, details },
    )
    return accepted({ secretId: stored.secretId, clientSecret: value })
  })
}
