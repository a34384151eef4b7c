import type { ByOperator } from '../audit/index.ts'
import { asOfNow, isUnchanged, lockCitizen, operatorChange } from '../citizens/index.ts'
import type { OrderWithOptions } from '../moments/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { instantSchema } from '../platform/operation.ts'
import { isoInstant } from '../platform/own-data.ts'
import { accepted, refused } from '../platform/result.ts'
import type { MayAskForCode } from '../sign-in/index.ts'
import { type BeginRemovalNeeds, beginRemoval } from './ask-for-removal.ts'
import { WARNINGS } from './removal-letters.ts'
import { findRemoval } from './removal-store.ts'
import type { LostAppWords } from './words/en.ts'

/** What an operator's order of a removal needs. */
export type RemovalOrderNeeds = BeginRemovalNeeds & ByOperator & MayAskForCode

/** What the answer has beside the citizen. */
export const ORDERED_REMOVAL = {
  removed_at: instantSchema('When the apps are removed, unless something stops it.'),
}

/** What an operator reads about a refused order. */
const SAYS: Readonly<Record<keyof LostAppWords['acts']['remove']['nothing'], string>> = {
  suspended: 'The account is suspended. Decide about that first.',
  'no-app': 'The account asks for no code.',
  waits: 'A removal waits already. Its time does not begin anew.',
}

/**
 * `portico citizen remove-lost-app`: begins the same waiting period as a citizen who has the mailed link and the password, for one who cannot. The
 * letters and whatever stops it are the same, too.
 */
export const orderRemoval: OrderWithOptions<RemovalOrderNeeds>['useCase'] = async (
  needs,
  citizen,
  { reason },
) => {
  const found: { begun: BegunRemoval } = { begun: 'no-app' }
  const changed = await operatorChange<RemovalOrderNeeds>(
    'citizen-app-removal-begun',
    async (db, citizenId) => {
      found.begun = await orderIt({ ...needs, db }, citizenId)
      return typeof found.begun !== 'string'
    },
  )(needs, { emailOrSubject: citizen.subject, reason })
  if (!changed.ok) return changed
  const { begun } = found
  if (typeof begun === 'string') return refused({ says: SAYS[begun], because: begun })
  return accepted({
    json: { removed_at: isoInstant(begun.dueAt) },
    done: { at: begun.dueAt },
  })
}

/** When the app goes, or why the order changes nothing. */
type BegunRemoval = { readonly dueAt: UnixSeconds } | keyof typeof SAYS

async function orderIt(needs: RemovalOrderNeeds, citizenId: string): Promise<BegunRemoval> {
  const { db, secondFactor } = needs
  const citizen = await asOfNow(needs, await lockCitizen(db, citizenId))
  if (citizen?.standing !== 'active') return 'suspended'
  if (!(await secondFactor?.isAsked(db, citizenId))) return 'no-app'
  const waiting = await findRemoval(db, citizenId)
  if (waiting && isUnchanged(citizen, waiting)) return 'waits'
  const { isNew, dueAt } = await beginRemoval(needs, citizen, WARNINGS.ordered)
  return isNew ? { dueAt } : 'waits'
}
