import type { WhyNothing } from '../moments/index.ts'
import { findEnd } from './investigation-store.ts'
import type { InvestigationWords } from './words/en.ts'

type Acts = InvestigationWords['acts']

/** Why no investigation would begin. */
export const whyNoBeginning: WhyNothing<keyof Acts['begin']['nothing']> = async ({ db }, { citizenId }) =>
  (await findEnd(db, citizenId)) === undefined ? undefined : 'runs'

/** Why none would end. */
export const whyNoEnd: WhyNothing<keyof Acts['end']['nothing']> = async ({ db }, { citizenId }) =>
  (await findEnd(db, citizenId)) === undefined ? 'none' : undefined
