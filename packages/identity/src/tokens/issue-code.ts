import type { Clock } from '../platform/clock.ts'
import { coalesce, HOT_WRITES } from '../platform/postgres/coalesce.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type CodeRequest, type IssueSituation, insertCodes } from './code-store.ts'

export type { CodeRequest, IssueSituation }

/** Issues a code where nothing has to be asked, and says how things stand. */
export type CodeIssuer = (request: CodeRequest) => Promise<IssueSituation>

/** Makes the issuer of one process; requests of one moment share a round trip. */
export function createCodeIssuer(needs: { readonly db: Database; readonly clock: Clock }): CodeIssuer {
  return coalesce<CodeRequest, IssueSituation>(
    async (requests) => (await insertCodes(needs.db, requests, needs.clock.now())).map(present),
    HOT_WRITES,
  )
}

/** Issues a code within a transaction that has just written what the citizen allowed. */
export async function issueCodeIn(tx: Database, clock: Clock, request: CodeRequest): Promise<IssueSituation> {
  const [situation] = await insertCodes(tx, [request], clock.now())
  return present(situation)
}

function present(situation: IssueSituation | undefined): IssueSituation {
  if (!situation) throw new Error('A code request was not answered by its statement')
  return situation
}
