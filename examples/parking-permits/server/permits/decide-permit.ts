import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/system-clock.ts'
import { type Decision, PERMIT_ID, type Permit } from './permit.ts'
import { decideOnce, findPermit } from './permit-store.ts'

/** Why nothing was decided. */
export type DecideRefusal = 'not_found' | 'own_application' | 'already_decided'

/** Decides on another citizen's application, in one statement. If it changes nothing, a second one finds the reason. */
export async function decidePermit(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  wanted: { readonly permitId: string; readonly status: Decision; readonly officerId: string },
): Promise<Permit | DecideRefusal> {
  if (!PERMIT_ID.test(wanted.permitId)) return 'not_found'
  const decided = await decideOnce(db, { ...wanted, decidedAt: clock.now() })
  if (decided) return decided
  const permit = await findPermit(db, wanted.permitId)
  if (!permit) return 'not_found'
  return permit.accountId === wanted.officerId ? 'own_application' : 'already_decided'
}
