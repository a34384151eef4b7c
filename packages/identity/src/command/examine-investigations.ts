import { countInvestigations } from '../investigations/index.ts'
import { counted } from '../platform/counted.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Finding, ok } from './finding.ts'

/** How many accounts are investigated (decision 130): their citizens read no look until the end. Nothing where none is. */
export async function examineInvestigations(db: Database): Promise<readonly Finding[]> {
  const count = await countInvestigations(db)
  if (count === 0) return []
  return [
    ok('Investigations', `${counted(count, 'account')} investigated: looks are held back until the end`),
  ]
}
