import { meetsAny } from '../access/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { TrustedKeys } from '../platform/room/room.ts'
import { STRONG_CLASSES } from './fresh-sign-in.ts'
import { type ListedOperator, listOperators } from './operator-store.ts'

/**
 * Why an operator cannot enter. `account`: it is not active, or its address is not verified. `no-key`: it has no passkey, app or recovery code. `new-key`: all of them are newer than the operator, so an
 * administrator has to say that they are the operator's own.
 */
export type KeptOut = 'account' | 'no-key' | 'new-key'

/** An operator, and whether a sign-in of now would open the console. */
export interface EnteringOperator extends ListedOperator {
  readonly keptOut: KeptOut | null
}

type ListNeeds = Pick<Basics, 'db' | 'clock'>

/** Every operator, by name, with what keeps each out. `rooms` are those with keys. */
export async function listEntering(
  needs: ListNeeds,
  rooms: readonly { readonly trustedKeys?: TrustedKeys }[],
): Promise<readonly EnteringOperator[]> {
  const keysOf = rooms.flatMap(({ trustedKeys }) => trustedKeys ?? [])
  const listed: EnteringOperator[] = []
  for (const operator of await listOperators(needs.db))
    listed.push({ ...operator, keptOut: await keptOutBy(needs, operator, keysOf) })
  return listed
}

async function keptOutBy(
  needs: ListNeeds,
  operator: ListedOperator,
  keysOf: readonly TrustedKeys[],
): Promise<KeptOut | null> {
  if (!operator.mayEnter) return 'account'
  const { citizenId, addedAt } = operator
  const since = (await Promise.all(keysOf.map((find) => find(needs.db, citizenId)))).flat()
  if (since.some((trustedSince) => trustedSince <= addedAt)) return null
  if (await hasTrustedSession(needs, operator)) return null
  return since.length === 0 ? 'no-key' : 'new-key'
}

/** A session of a key that is gone since stays open at the service, and enters without another key. */
async function hasTrustedSession(
  { db, clock }: ListNeeds,
  { citizenId, addedAt }: ListedOperator,
): Promise<boolean> {
  const sessions = await db.query<{ proof: string | null }>`
    select s.proof from sessions s
      join citizens z on z.citizen_id = s.citizen_id and z.security_version = s.security_version
     where s.citizen_id = ${citizenId} and s.ended_at is null and s.expires_at > to_timestamp(${clock.now()})
       and s.trusted_since <= to_timestamp(${addedAt})`
  return sessions.some(({ proof }) => meetsAny(proof, STRONG_CLASSES))
}
