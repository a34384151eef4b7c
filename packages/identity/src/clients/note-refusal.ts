import { appendEvent } from '../audit/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { noteSecretRefused, type SecretWithClient } from './client-secret-store.ts'
import { noteWrongSecretAt } from './client-store.ts'

/** A program that goes on with a secret that does not count comes many times a second, so an hour notes one of them. */
const AGAIN_AFTER_SECONDS = 60 * 60

/**
 * Notes that a program came with a secret after its end: the answer to the program is that of a wrong secret, and only the audit says why. Who has
 * not the secret itself never comes here.
 */
export async function noteEndedSecret(
  needs: Basics,
  secret: SecretWithClient,
  now: UnixSeconds,
): Promise<void> {
  const { clientId, secretId, refusedAt } = secret
  const unlessSince = plusSeconds(now, -AGAIN_AFTER_SECONDS)
  if (refusedAt !== null && refusedAt > unlessSince) return
  await needs.db.transaction(async (tx) => {
    if (!(await noteSecretRefused(tx, secret, { now, unlessSince }))) return
    const details = { secret: secretId, cause: 'ended' }
    const event = { name: 'client-secret-refused', origin: { actor: 'client' }, clientId, details } as const
    await appendEvent({ ...needs, db: tx }, event)
  })
}

/**
 * Notes that somebody came as a program with a secret that it does not have. Anybody can do that who knows the id of the program, so it is told as
 * what it is, and a right secret afterwards outweighs it.
 */
export async function noteWrongSecret(
  needs: Basics,
  {
    clientId,
    wrongSecretAt,
    disabledAt,
  }: Pick<SecretWithClient, 'clientId' | 'wrongSecretAt' | 'disabledAt'>,
  now: UnixSeconds,
): Promise<void> {
  const unlessSince = plusSeconds(now, -AGAIN_AFTER_SECONDS)
  if (disabledAt !== null || (wrongSecretAt !== null && wrongSecretAt > unlessSince)) return
  await needs.db.transaction(async (tx) => {
    if (!(await noteWrongSecretAt(tx, clientId, { now, unlessSince }))) return
    const event = { name: 'wrong-client-secret', origin: { actor: 'client' }, clientId } as const
    await appendEvent({ ...needs, db: tx }, event)
  })
}
