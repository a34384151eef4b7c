import {
  endGrant,
  lockGrant,
  type RefreshTokenKey,
  readRefreshToken,
  revokeAccessToken,
} from '../../access/index.ts'
import { appendEvent } from '../../audit/index.ts'
import type { Basics } from '../../platform/foundation.ts'
import { readToken } from '../../platform/opaque-token.ts'
import { type Caller, originOf } from '../client-request.ts'

/**
 * Revokes a token of this client (RFC 7009 section 2): an access token alone, a refresh token with its whole grant.
 * Everything else, for example another client's token, changes nothing and gets the same answer (section 2.2). The
 * prefix says which kind it is, so a wrong `token_type_hint` does no harm (section 2.1).
 */
export async function revokeToken(needs: Basics, value: string, caller: Caller): Promise<void> {
  const access = readToken('access-token', value)
  if (access) await revokeAccessToken(needs.db, access, caller.client.clientId)
  const refresh = readRefreshToken(value)
  if (refresh) await revokeGrant(needs, refresh, caller)
}

async function revokeGrant(needs: Basics, token: RefreshTokenKey, caller: Caller): Promise<void> {
  const { clientId } = caller.client
  await needs.db.transaction(async (tx) => {
    const grant = await lockGrant(tx, token)
    if (grant?.clientId !== clientId) return
    const now = needs.clock.now()
    const ended = await endGrant(tx, { ...token, cause: 'revoked-by-client', now })
    const event = { origin: originOf(caller), citizenId: token.citizenId, clientId }
    if (ended) await appendEvent({ ...needs, db: tx }, { name: 'grant-revoked', ...event })
  })
}
