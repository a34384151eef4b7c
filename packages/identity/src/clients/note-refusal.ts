import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { EPOCH, latestOf, plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { LAST_USED_SECONDS } from './client-secret.ts'
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

/** A note that is later than now by more is of a clock that ran ahead. */
const CLOCKS_APART_SECONDS = 60

/** The request that named a program. */
export type NamingRequest = Required<Pick<AuditOrigin, 'address' | 'requestId'>>

/** Whose secret was wrong, and what is known of the right ones. */
export type WronglyNamed = Pick<SecretWithClient, 'clientId' | 'wrongSecretAt' | 'disabledAt'> & {
  readonly lastRightAt: UnixSeconds | undefined
}

/** The client of these secrets, all of one. Undefined where there are none. */
export function wronglyNamed(secrets: readonly SecretWithClient[]): WronglyNamed | undefined {
  const [client] = secrets
  return client && { ...client, lastRightAt: latestOf(secrets.map(({ lastUsedAt }) => lastUsedAt)) }
}

/** Whether a wrong secret now says anything that the note does not say. */
export function isWorthNoting(
  { wrongSecretAt, disabledAt, lastRightAt }: WronglyNamed,
  now: UnixSeconds,
): boolean {
  if (disabledAt !== null) return false
  const { unlessSince, unlessAfter } = boundsOfNote(lastRightAt, now)
  return wrongSecretAt === null || wrongSecretAt <= unlessSince || wrongSecretAt > unlessAfter
}

/** A right secret outweighs the note before it, so a wrong one after it is noted again. */
function boundsOfNote(lastRightAt: UnixSeconds | undefined, now: UnixSeconds) {
  const hourAgo = plusSeconds(now, -AGAIN_AFTER_SECONDS)
  const outweighed = plusSeconds(lastRightAt ?? EPOCH, LAST_USED_SECONDS)
  const unlessSince = outweighed < now && outweighed > hourAgo ? outweighed : hourAgo
  return { unlessSince, unlessAfter: plusSeconds(now, CLOCKS_APART_SECONDS) }
}

/**
 * Notes that somebody came as a program with a secret that it does not have. Anybody can do that who knows the id of the program, so it is told as
 * what it is, and a right secret afterwards outweighs it.
 */
export async function noteWrongSecret(
  needs: Basics,
  { clientId, lastRightAt }: WronglyNamed,
  { now, from }: { readonly now: UnixSeconds; readonly from?: NamingRequest | undefined },
): Promise<void> {
  await needs.db.transaction(async (tx) => {
    if (!(await noteWrongSecretAt(tx, clientId, { now, ...boundsOfNote(lastRightAt, now) }))) return
    const origin: AuditOrigin = { actor: 'anonymous', ...from }
    await appendEvent({ ...needs, db: tx }, { name: 'wrong-client-secret', origin, clientId })
  })
}
