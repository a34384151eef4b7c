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
import { type Database, DatabaseUnavailable, type HotDatabase } from '../platform/postgres/database.ts'
import { Deadline } from '../platform/postgres/deadline.ts'
import { PartAway } from '../platform/postgres/parts.ts'
import { tracedCoalesce } from '../platform/postgres/traced.ts'
import { findToken, findTokens, type IntrospectionRequest } from './statements/introspect-token.ts'
import { type CodeRequest, type IssueSituation, insertCode, insertCodes } from './statements/issue-code.ts'
import { findBearer, findBearers } from './statements/read-userinfo.ts'
import { type CodeRedemption, redeemCode, redeemCodes } from './statements/redeem-code.ts'
import { type Rotation, rotateRefreshToken, rotateRefreshTokens } from './statements/rotate-refresh-token.ts'

/** The hot statements of one process. */
export type HotStatements = ReturnType<typeof openHotStatements>

interface Ways<Request, Answer> {
  /** On one server, or in a part of a distributed database. */
  readonly together: (db: Database, requests: readonly Request[]) => ReturnType<AnswerBatch<Request, Answer>>
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
 * something that it depends on, is not valid. On a distributed database, requests for a part of the citizens share a statement about its tables; where
 * these cannot be asked, each request has statements of its own, which name its citizen, at the server with its rows (`near`).
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
        together: async (db, requests) => (await insertCodes(db, requests, clock.now())).map(present),
        each: async (near, request) => present(await insertCode(near, request, clock.now())),
      },
      HOT_PIPELINED,
    ),
    redeemCode: answer(
      writes,
      {
        together: (db, requests) => redeemCodes(db, requests, clock.now()),
        each: (near, request) => redeemCode(near, request, clock.now()),
      },
      { key: ({ codeHash }: CodeRedemption) => codeHash.toString('latin1'), ...HOT_WRITES },
    ),
    rotateRefreshToken: answer(
      writes,
      {
        together: (db, requests) => rotateRefreshTokens(db, requests, clock.now()),
        each: (near, request) => rotateRefreshToken(near, request, clock.now()),
      },
      { key: ({ hash }: Rotation) => hash.toString('latin1'), ...HOT_WRITES },
    ),
    introspectToken: answer(
      reads,
      {
        together: (db, requests: readonly IntrospectionRequest[]) => findTokens(db, requests, clock.now()),
        each: (near, request) => findToken(near, request, clock.now()),
      },
      HOT_PIPELINED,
    ),
    readUserinfo: answer(
      reads,
      {
        together: (db, tokens: readonly TokenKey[]) => findBearers(db, tokens, clock.now()),
        each: (near, token) => findBearer(near, token, clock.now()),
      },
      HOT_PIPELINED,
    ),
  }
}

/**
 * Makes the two forms of a hot statement into one function. On a distributed database, requests for the same part of the citizens share a
 * statement of its server. Where the part cannot be asked, each request has its own.
 */
function answersOf({ tracer, databaseDeadlineMilliseconds }: HotStatementsNeeds) {
  const gather = tracer ? tracedCoalesce(tracer) : coalesce
  const deadline = new Deadline(databaseDeadlineMilliseconds)
  return <Request extends OfCitizen, Answer>(
    db: HotDatabase,
    { together, each }: Ways<Request, Answer>,
    options: Omit<CoalesceOptions<Request>, 'deadline'>,
  ) => {
    const gatherFrom = (from: Database) =>
      gather((requests: readonly Request[]) => together(from, requests), { ...options, deadline })
    const ofPart = byPart(db, gatherFrom)
    const alone = async (request: Request) => each(await db.near(request.citizenId), request)
    return byLayout<Request, Answer>(db, {
      together: gatherFrom(db),
      alone(request) {
        let isGivenUp = false
        const otherwise = () => (isGivenUp ? Promise.reject(GIVEN_UP) : alone(request))
        return deadline.over(ofPart(request, otherwise)).finally(() => (isGivenUp = true))
      },
    })
  }
}

const GIVEN_UP = new DatabaseUnavailable('Nobody waits for this request any more')

type OfCitizen = Pick<TokenKey, 'citizenId'>

/** Asks the part with the citizen itself, and in the other way where it cannot be asked. */
function byPart<Request extends OfCitizen, Answer>(
  db: HotDatabase,
  gatherFrom: (part: Database) => (request: Request) => Promise<Answer>,
) {
  const gathered = new WeakMap<Database, (request: Request) => Promise<Answer>>()
  return async (request: Request, otherwise: () => Promise<Answer>): Promise<Answer> => {
    const part = await db.part(request.citizenId)
    if (!part) return otherwise()
    const askPart = gathered.get(part) ?? gatherFrom(part)
    gathered.set(part, askPart)
    try {
      return await askPart(request)
    } catch (error) {
      if (!(error instanceof PartAway)) throw error
      return otherwise()
    }
  }
}

/** Issues a code in a transaction that has just stored what the citizen allowed. */
export async function issueCodeIn(tx: Database, clock: Clock, request: CodeRequest): Promise<IssueSituation> {
  return present(await insertCode(tx, request, clock.now()))
}

function present(situation: IssueSituation | undefined): IssueSituation {
  if (!situation) throw new Error('A code request was not answered by its statement')
  return situation
}
