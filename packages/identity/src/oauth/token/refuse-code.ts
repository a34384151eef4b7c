import {
  type CodeRedemption,
  countWrongVerifier,
  endGrant,
  lockCode,
  MOST_WRONG_VERIFIERS,
  type StoredCode,
} from '../../access/index.ts'
import { appendEvent } from '../../audit/index.ts'
import { isCurrentClient } from '../../clients/index.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { Basics } from '../../platform/foundation.ts'
import { refused } from '../../platform/result.ts'
import { originOf } from '../client-request.ts'
import type { TokenRefusal } from '../token-refusal-reply.ts'
import type { TokenAnswer } from './token-answer.ts'

/**
 * Finds why a code was not redeemed, in a transaction that locks its row. Counts a wrong verifier; ends the grant of a
 * replayed code.
 */
export async function refuseCode(needs: Basics, redemption: CodeRedemption): Promise<TokenAnswer> {
  const now = needs.clock.now()
  const { citizenId, codeHash, clientId } = redemption
  return needs.db.transaction(async (tx) => {
    if (!(await isCurrentClient(tx, redemption))) return refused('client-changed')
    const code = await lockCode(tx, citizenId, codeHash)
    const refusal = code ? judgeCode(code, redemption, now) : 'unknown-code'
    const event = { origin: originOf(redemption), citizenId, clientId }
    if (refusal === 'wrong-verifier' && (await countWrongVerifier(tx, citizenId, codeHash)))
      await appendEvent({ ...needs, db: tx }, { ...event, name: 'code-burned' })
    if (refusal === 'replayed' && code?.grantId) {
      const ended = await endGrant(tx, { citizenId, grantId: code.grantId, cause: 'code-replayed', now })
      if (ended) await appendEvent({ ...needs, db: tx }, { ...event, name: 'code-replayed' })
    }
    return refused(refusal)
  })
}

/** Why this code is refused. The proof is checked before the state, so that only the rightful caller learns of a replay. */
function judgeCode(
  code: StoredCode,
  proof: Pick<CodeRedemption, 'clientId' | 'redirectUri' | 'codeChallenge'>,
  now: UnixSeconds,
): TokenRefusal {
  if (code.clientId !== proof.clientId) return 'other-client'
  if (code.redirectUri !== proof.redirectUri) return 'redirect-uri-mismatch'
  if (code.wrongVerifiers >= MOST_WRONG_VERIFIERS) return 'burned'
  if (code.codeChallenge !== proof.codeChallenge) return 'wrong-verifier'
  if (code.spentAt !== null) return 'replayed'
  if (code.expiresAt <= now) return 'expired'
  return 'ended'
}
