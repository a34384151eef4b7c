import { meetsAny } from '../access/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { booleanSchema, oneWordOf, orNull } from '../platform/operation.ts'
import type { TrustedKeys } from '../platform/room/room.ts'
import { ENTERING_SIGN_IN } from './fresh-sign-in.ts'
import { type ListedOperator, listOperators } from './operator-store.ts'
import { findTrustedProofs } from './trusted-sign-in.ts'

/** Why an operator cannot enter. A new key never comes to count by waiting. */
const KEPT_OUT = {
  account: 'it is not active, or its address is not verified',
  'no-key': 'it has no passkey, app or recovery code',
  'new-key':
    'all of them are newer than the operator, and an administrator has to say that they are the operator’s own: portico operator add with the same name and role',
} as const

/** A reason of these. */
export type KeptOut = keyof typeof KEPT_OUT

/** Whether an operator may enter, as the command and a machine are told. */
export const ENTRY = {
  may_enter: booleanSchema('Whether a sign-in of now opens the console.'),
  kept_out: orNull(oneWordOf<KeptOut>(KEPT_OUT)),
} as const

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

/** A session of a key that is gone since stays open at the service, and enters without another key for as long as its proof counts. */
async function hasTrustedSession({ db, clock }: ListNeeds, operator: ListedOperator): Promise<boolean> {
  const now = clock.now()
  const since = plusSeconds(now, -ENTERING_SIGN_IN.withinSeconds)
  const proofs = await findTrustedProofs(db, operator, { since, now })
  return proofs.some((proof) => meetsAny(proof, ENTERING_SIGN_IN.acr))
}
