import type { ByOperator } from '../audit/index.ts'
import { findCitizen, isUnchanged, lockCitizen, operatorChange } from '../citizens/index.ts'
import type { OrderWithOptions } from '../moments/index.ts'
import { isoInstant } from '../platform/own-data.ts'
import { accepted, refused } from '../platform/result.ts'
import type { MayAskForCode } from '../sign-in/index.ts'
import { type BeginRemovalNeeds, beginRemoval } from './ask-for-removal.ts'
import { WARNINGS } from './removal-letters.ts'
import { findRemoval } from './removal-store.ts'

/** What an operator's order of a removal needs. */
export type RemovalOrderNeeds = BeginRemovalNeeds & ByOperator & MayAskForCode

/** What an operator reads about a refused order. */
const SAYS = {
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
  const { citizenId, subject } = citizen
  const changed = await orderIt(needs, { emailOrSubject: subject, reason })
  if (!changed.ok) return changed
  if (changed.value.outcome === 'unchanged') return refused({ says: SAYS[await whyNot(needs, citizenId)] })
  const { dueAt } = (await findRemoval(needs.db, citizenId)) ?? {}
  const at = dueAt === undefined ? '' : isoInstant(dueAt)
  return accepted({
    json: { removed_at: at },
    said: `is asked for no code any more from ${at} on, unless the link in the email or a sign-in with a code stops it`,
  })
}

const orderIt = operatorChange<RemovalOrderNeeds>(
  'citizen-app-removal-begun',
  async (tx, citizenId, needs) => {
    const inTransaction = { ...needs, db: tx }
    const citizen = await lockCitizen(tx, citizenId)
    if (citizen?.standing !== 'active') return false
    if (!(await needs.secondFactor?.isAsked(tx, citizenId))) return false
    const waiting = await findRemoval(tx, citizenId)
    if (waiting && isUnchanged(citizen, waiting)) return false
    return (await beginRemoval(inTransaction, citizen, WARNINGS.ordered)).isNew
  },
)

/** Why the order changed nothing. */
async function whyNot(
  { db, secondFactor }: RemovalOrderNeeds,
  citizenId: string,
): Promise<keyof typeof SAYS> {
  if ((await findCitizen(db, citizenId))?.standing !== 'active') return 'suspended'
  return (await secondFactor?.isAsked(db, citizenId)) ? 'waits' : 'no-app'
}
