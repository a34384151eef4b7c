import { sha256Base64Url } from '../platform/index.ts'
import { bearerOf, endSession, legacyBearerOf, tokenKind } from '../sessions/index.ts'
import { logoutOfPages } from './logout-of-pages.ts'
import { empty, FORGET_PAGES } from './reply.ts'
import { type Endpoint, refused } from './request-context.ts'

/** `POST logout/`: ends this session. A repeated call gets the same response. It works during an outage. */
export const logout: Endpoint = async (context) => {
  const { service, request } = context
  const bearer = bearerOf(request)
  const { cookies } = service.settings
  if (bearer === null) return cookies ? logoutOfPages(context, cookies) : refused(context, 'missing_token')
  const legacy = await legacyBearerOf(service, request)
  if (legacy) {
    await service.accounts.legacy?.revoke?.(legacy.sessionRef)
    return empty(204, FORGET_PAGES)
  }
  if (tokenKind(bearer) !== 'access') return refused(context, 'wrong_token_type')
  const found = await service.store.findSessionByAccess(await sha256Base64Url(bearer))
  if (!found) return refused(context, 'token_unknown')
  await endSession(service, found.session, 'logout')
  return empty(204, FORGET_PAGES)
}
