import type { Clock } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import {
  type AnswerBatch,
  byLayout,
  type CoalesceOptions,
  coalesce,
  HOT_PIPELINED,
  HOT_WRITES,
} from '../platform/postgres/coalesce.ts'
import type { Database, HotDatabase } from '../platform/postgres/database.ts'
import { Deadline } from '../platform/postgres/deadline.ts'
import { tracedCoalesce } from '../platform/postgres/traced.ts'
import { findToken, findTokens, type IntrospectionRequest } from './statements/introspect-token.ts'
import { type CodeRequest, type IssueSituation, insertCode, insertCodes } from './statements/issue-code.ts'
import { findBearer, findBearers } from './statements/read-userinfo.ts'
import { type CodeRedemption, redeemCode, redeemCodes } from './statements/redeem-code.ts'
import { type Rotation, rotateRefreshToken, rotateRefreshTokens } from './statements/rotate-refresh-token.ts'

/** The hot statements of one process. */
export type HotStatements = ReturnType<typeof openHotStatements>

interface Ways<Request, Answer> {
  readonly together: AnswerBatch<Request, Answer>
  /** It gets the database by way of the server with its citizen. */
  readonly each: (near: Database, request: Request) => Promise<Answer>
}

interface HotStatementsNeeds
  extends Pick<Foundation, 'reads' | 'writes' | 'asyncWrites' | 'clock' | 'tracer'> {
  /** How long a request may wait, for its own statement and for the one before it. */
  readonly databaseDeadlineMilliseconds: number
}

/**
 * Makes the statements that many requests need at the same time. Requests of the same moment share one statement and its
 * round trip. Each gets its own answer, and no answer is kept. The answer is undefined where a code or token, or
 * something that it depends on, is not valid. On a distributed database, each request has statements of its own, which name
 * its citizen, and asks the server with its rows (`near`).
 */
export function openHotStatements(needs: HotStatementsNeeds) {
  const { reads, writes, asyncWrites, clock } = needs
  const answer = answersOf(needs)
  return {
    /**
     * Issues a code where the citizen need not be asked, and returns what was found. It does not wait until the code is
     * on disk. A code is valid for 90 seconds, and a citizen whose code was lost in a crash starts the sign-in again.
     */
    issueCode: answer<CodeRequest, IssueSituation>(
      asyncWrites,
      {
        together: async (requests) => (await insertCodes(asyncWrites, requests, clock.now())).map(present),
        each: async (near, request) => present(await insertCode(near, request, clock.now())),
      },
      HOT_PIPELINED,
    ),
    redeemCode: answer(
      writes,
      {
        together: (requests) => redeemCodes(writes, requests, clock.now()),
        each: (near, request) => redeemCode(near, request, clock.now()),
      },
      { key: ({ codeHash }: CodeRedemption) => codeHash.toString('latin1'), ...HOT_WRITES },
    ),
    rotateRefreshToken: answer(
      writes,
      {
        together: (requests) => rotateRefreshTokens(writes, requests, clock.now()),
        each: (near, request) => rotateRefreshToken(near, request, clock.now()),
      },
      { key: ({ hash }: Rotation) => hash.toString('latin1'), ...HOT_WRITES },
    ),
    introspectToken: answer(
      reads,
      {
        together: (requests: readonly IntrospectionRequest[]) => findTokens(reads, requests, clock.now()),
        each: (near, request) => findToken(near, request, clock.now()),
      },
      HOT_PIPELINED,
    ),
    readUserinfo: answer(
      reads,
      {
        together: (tokens: readonly TokenKey[]) => findBearers(reads, tokens, clock.now()),
        each: (near, token) => findBearer(near, token, clock.now()),
      },
      HOT_PIPELINED,
    ),
  }
}

/** Makes the two forms of a hot statement into one function. */
function answersOf({ tracer, databaseDeadlineMilliseconds }: HotStatementsNeeds) {
  const gather = tracer ? tracedCoalesce(tracer) : coalesce
  const deadline = new Deadline(databaseDeadlineMilliseconds)
  return <Request extends Pick<TokenKey, 'citizenId'>, Answer>(
    db: HotDatabase,
    { together, each }: Ways<Request, Answer>,
    options: Omit<CoalesceOptions<Request>, 'deadline'>,
  ) =>
    byLayout<Request, Answer>(db, {
      together: gather(together, { ...options, deadline }),
      alone: (request) => deadline.over(db.near(request.citizenId).then((near) => each(near, request))),
    })
}

/** Issues a code in a transaction that has just stored what the citizen allowed. */
export async function issueCodeIn(tx: Database, clock: Clock, request: CodeRequest): Promise<IssueSituation> {
  return present(await insertCode(tx, request, clock.now()))
}

function present(situation: IssueSituation | undefined): IssueSituation {
  if (!situation) throw new Error('A code request was not answered by its statement')
  return situation
}
