import { secret } from '../platform/index.ts'
import type { SignedOut, Unavailable } from '../program-sso.ts'
import type { Service } from '../service.ts'
import type { LinkStart } from '../store/index.ts'
import { isAccountGone } from './account-gone.ts'
import { type AuthenticateNeeds, authenticateBearer } from './authenticate.ts'
import { bearerOf, isOurToken } from './local-tokens.ts'

/** The account and session of an old bearer. Null if the bearer is ours, unknown, or of a linked account. */
export async function legacyBearerOf(
  service: Pick<Service, 'accounts' | 'store'>,
  request: Request,
): Promise<{ accountId: string; sessionRef: string } | null> {
  const bearer = bearerOf(request)
  if (bearer === null || isOurToken(bearer)) return null
  const owner = await service.accounts.legacy?.authenticate(secret(bearer), request)
  if (!owner) return null
  return (await service.store.findIdentityByAccount(owner.accountId)) ? null : owner
}

/** The old session of a browser that begins a link, by its cookies. Null if it has none, or its account is linked. */
export async function startOfBrowserLink(
  service: Pick<Service, 'accounts' | 'store'>,
  request: Request,
): Promise<LinkStart | null> {
  const owner = await service.accounts.legacy?.authenticateBrowser?.(request)
  if (!owner || (await service.store.findIdentityByAccount(owner.accountId))) return null
  return legacyStart(owner)
}

function legacyStart({ accountId, sessionRef }: { accountId: string; sessionRef: string }): LinkStart {
  return { accountId, sessionRef: `legacy:${sessionRef}` }
}

/** The local session that begins a link: ours, or an old one. */
export async function startOfLink(
  service: AuthenticateNeeds,
  request: Request,
): Promise<{ ok: true; link: LinkStart } | { ok: false; result: SignedOut | Unavailable }> {
  const legacy = await legacyBearerOf(service, request)
  if (legacy) return { ok: true, link: legacyStart(legacy) }
  const result = await authenticateBearer(service, request)
  if (result.status !== 'ok') return { ok: false, result }
  return { ok: true, link: { accountId: result.accountId, sessionRef: `sso:${result.session.id}` } }
}

/**
 * Whether the session may begin a link. For an old session, `isFresh` of the program decides.
 */
export async function mayBeginLink(
  { accounts }: Pick<Service, 'accounts'>,
  { sessionRef }: LinkStart,
): Promise<boolean> {
  const [kind, ref] = partsOf(sessionRef)
  return kind !== 'legacy' || ((await accounts.legacy?.isFresh?.(ref)) ?? true)
}

function partsOf(sessionRef: string): readonly [kind: string, ref: string] {
  const colon = sessionRef.indexOf(':')
  return [sessionRef.slice(0, colon), sessionRef.slice(colon + 1)]
}

/** Whether the session that began the link is still open and its account exists. */
export async function isLinkOpen(
  service: Pick<Service, 'accounts' | 'store' | 'clock'>,
  link: LinkStart,
  tx?: unknown,
): Promise<boolean> {
  if (await isAccountGone(service, link.accountId, tx)) return false
  const [kind, ref] = partsOf(link.sessionRef)
  if (kind === 'legacy') return (await service.accounts.legacy?.isOpen?.(ref, tx ?? null)) ?? true
  const session = await service.store.findSession(ref, tx)
  return session !== null && session.endedCause === null && session.expiresAt > service.clock.now()
}
