import type { Clock } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { coalesce, HOT_PIPELINED, HOT_WRITES } from '../platform/postgres/coalesce.ts'
import type { Database } from '../platform/postgres/database.ts'
import {
  findTokens,
  type IntrospectedToken,
  type IntrospectionRequest,
} from './statements/introspect-token.ts'
import { type CodeRequest, type IssueSituation, insertCodes } from './statements/issue-code.ts'
import { findBearers, type TokenBearer } from './statements/read-userinfo.ts'
import { type CodeRedemption, type RedeemedCode, redeemCodes } from './statements/redeem-code.ts'
import { type RotatedToken, type Rotation, rotateRefreshTokens } from './statements/rotate-refresh-token.ts'

/**
 * The statements that many requests need at the same time. Requests of the same moment share one statement and its
 * round trip. Each gets its own answer, and no answer is kept.
 */
export interface HotStatements {
  /**
   * Issues a code where the citizen need not be asked, and returns what was found. It does not wait until the code is
   * on disk. A code is valid for 90 seconds, and a citizen whose code was lost in a crash starts the sign-in again.
   */
  issueCode(request: CodeRequest): Promise<IssueSituation>
  /** Exchanges a code. Undefined where the code, its proof or something that it depends on does not allow that. */
  redeemCode(redemption: CodeRedemption): Promise<RedeemedCode | undefined>
  /** Replaces a refresh token. Undefined where the token or something that it depends on does not allow that. */
  rotateRefreshToken(rotation: Rotation): Promise<RotatedToken | undefined>
  /** The stored state of an access token, and whether its client is unchanged. */
  introspectToken(request: IntrospectionRequest): Promise<IntrospectedToken | undefined>
  /** The citizen of an access token. Undefined where the token is not valid. */
  readUserinfo(token: TokenKey): Promise<TokenBearer | undefined>
}

/** Makes the hot statements of one process. */
export function openHotStatements({
  reads,
  writes,
  passing,
  clock,
}: Pick<Foundation, 'reads' | 'writes' | 'passing' | 'clock'>): HotStatements {
  return {
    issueCode: coalesce<CodeRequest, IssueSituation>(
      async (requests) => (await insertCodes(passing, requests, clock.now())).map(present),
      HOT_PIPELINED,
    ),
    redeemCode: coalesce((requests) => redeemCodes(writes, requests, clock.now()), {
      key: ({ codeHash }: CodeRedemption) => codeHash.toString('latin1'),
      ...HOT_WRITES,
    }),
    rotateRefreshToken: coalesce((requests) => rotateRefreshTokens(writes, requests, clock.now()), {
      key: ({ tokenHash }: Rotation) => tokenHash.toString('latin1'),
      ...HOT_WRITES,
    }),
    introspectToken: coalesce((requests) => findTokens(reads, requests, clock.now()), HOT_PIPELINED),
    readUserinfo: coalesce((tokens) => findBearers(reads, tokens, clock.now()), HOT_PIPELINED),
  }
}

/** Issues a code in a transaction that has just stored what the citizen allowed. */
export async function issueCodeIn(tx: Database, clock: Clock, request: CodeRequest): Promise<IssueSituation> {
  const [situation] = await insertCodes(tx, [request], clock.now())
  return present(situation)
}

function present(situation: IssueSituation | undefined): IssueSituation {
  if (!situation) throw new Error('A code request was not answered by its statement')
  return situation
}
