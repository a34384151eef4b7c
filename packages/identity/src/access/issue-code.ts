import type { Clock } from '../platform/clock.ts'
import { coalesce, HOT_PIPELINED } from '../platform/postgres/coalesce.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type CodeRequest, type IssueSituation, insertCodes } from './statements/issue-code.ts'

export type { CodeRequest, IssueSituation }

/** Issues a code where nothing has to be asked, and says how things stand. */
export type CodeIssuer = (request: CodeRequest) => Promise<IssueSituation>

/**
 * Makes the issuer of one process; requests of one moment share a round trip. Nobody waits until a code is on disk: it
 * lives for a minute, and who loses one with a server that crashes begins that sign-in again.
 */
export function createCodeIssuer(needs: { readonly passing: Database; readonly clock: Clock }): CodeIssuer {
  return coalesce<CodeRequest, IssueSituation>(
    async (requests) => (await insertCodes(needs.passing, requests, needs.clock.now())).map(present),
    HOT_PIPELINED,
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
