import { appendEvent, operatorOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { type ClientSecretKey, deleteClientSecret, findClientSecrets } from './client-secret-store.ts'
import { raiseClientRevision } from './client-store.ts'

/** Why a secret was not retired. */
export type RetireSecretRefusal = 'unknown-client' | 'unknown-secret'

/** Retires a secret: it is refused from now on. Returns how many the client has left. */
export async function retireClientSecret(
  needs: Basics,
  key: ClientSecretKey,
): Promise<Result<{ readonly secretsLeft: number }, RetireSecretRefusal>> {
  const { clientId, secretId } = key
  return needs.db.transaction(async (tx) => {
    if (!(await raiseClientRevision(tx, clientId))) return refused('unknown-client')
    if (!(await deleteClientSecret(tx, key))) return refused('unknown-secret')
    const details = { secret: secretId }
    await appendEvent(
      { ...needs, db: tx },
      { name: 'client-secret-retired', origin: operatorOrigin, clientId, details },
    )
    return accepted({ secretsLeft: (await findClientSecrets(tx, clientId)).length })
  })
}
