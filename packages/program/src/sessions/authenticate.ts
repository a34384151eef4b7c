import { pageOfCode } from '../error-page.ts'
import { sha256Base64Url } from '../platform/index.ts'
import {
  type AuthResult,
  type SessionInfo,
  type SignedOut,
  type SignedOutCode,
  signedOut,
  type Unavailable,
  type VisitorRequest,
} from '../program-sso.ts'
import type { Service } from '../service.ts'
import type { FoundSession, SessionEndCause, SessionRow } from '../store/index.ts'
import type { CentralCheck, ReadSession } from './central-check.ts'
import { endSession } from './end-session.ts'
import { type Credential, credentialOf } from './local-tokens.ts'

/** What `authenticate` is handed. */
export interface AuthenticateNeeds extends Service {
  readonly centralCheck: CentralCheck
}

/** Identifies the citizen of a request by its bearer or, in cookie mode, by its cookie. */
export function authenticate(
  service: AuthenticateNeeds,
  request: VisitorRequest,
): Promise<AuthResult<{ id: string }>> {
  return authenticateBy(service, credentialOf(request, service.settings.cookies))
}

/** The same by the bearer alone, for the endpoints of an app. */
export function authenticateBearer(
  service: AuthenticateNeeds,
  request: VisitorRequest,
): Promise<AuthResult<{ id: string }>> {
  return authenticateBy(service, credentialOf(request, null))
}

/** One indexed read, and a central check if the last one is too old. */
async function authenticateBy(
  service: AuthenticateNeeds,
  credential: Credential,
): Promise<AuthResult<{ id: string }>> {
  if (!credential.ok) return signedOut(credential.code)
  const { store, accounts } = service
  return authenticateFound(service, async () => {
    const accessHash = await sha256Base64Url(credential.token)
    return (await store.findSessionByAccess(accessHash, accounts.load.rows)) ?? 'token_unknown'
  })
}

/**
 * Identifies the citizen of the session that `find` returns, by the same checks for every way to find one. `find` returns a
 * code if there is none.
 */
export async function authenticateFound(
  service: AuthenticateNeeds,
  find: () => Promise<FoundSession | SignedOutCode>,
): Promise<AuthResult<{ id: string }>> {
  try {
    const askedAt = service.clock.now()
    const found = await find()
    return typeof found === 'string' ? signedOut(found) : await admit(service, found, askedAt)
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
    service.log.log('error', 'authenticate_failed', { message, page: pageOfCode('misconfigured') })
    return {
      status: 'unavailable',
      http: 503,
      code: 'misconfigured',
      retryAfterSeconds: 5,
      clearLocal: false,
    }
  }
}

async function admit(
  service: AuthenticateNeeds,
  found: FoundSession,
  askedAt: Date,
): Promise<AuthResult<{ id: string }>> {
  const { session } = found
  const refused = await refusalOfSession(service, session)
  if (refused) return refused
  if (found.accessExpiresAt <= session.readAt) return signedOut('access_expired')
  const checked = await checkSession(service, { session, askedAt })
  if ('status' in checked) return checked
  const account = await accountOf(service.accounts, found)
  if (account) {
    const info = sessionInfo({ ...session, centralCheckedAt: checked.checkedAt })
    return { status: 'ok', account, accountId: session.accountId, session: info }
  }
  await endSession(service, session, 'revoked_by_program')
  return signedOut('session_revoked')
}

async function accountOf(
  accounts: Service['accounts'],
  { session, account }: FoundSession,
): Promise<{ id: string } | null> {
  const { rows } = accounts.load
  if (!rows || account === undefined) return accounts.load(session.accountId)
  return account && rows.read(account)
}

/** The refusal of a session that has ended or expired by its row, or null. */
export async function refusalOfSession(service: Service, session: SessionRow): Promise<SignedOut | null> {
  if (session.endedCause) return signedOut(CODE_OF_CAUSE[session.endedCause])
  if (session.expiresAt > session.readAt) return null
  await endSession(service, session, 'absolute_expiry')
  return signedOut('session_expired')
}

/** The time of the central check of a session, which may be an answer of the feed, or the refusal. */
export async function checkSession(
  service: AuthenticateNeeds,
  read: ReadSession,
): Promise<{ readonly checkedAt: Date } | SignedOut | Unavailable> {
  const result = await service.centralCheck.check(read, service.inBackground)
  if (result.kind === 'valid') return result
  if (result.kind === 'unavailable') {
    const { code, retryAfterSeconds } = result
    return { status: 'unavailable', http: 503, code, retryAfterSeconds, clearLocal: false }
  }
  const row = await service.store.findSession(read.session.id)
  return signedOut(CODE_OF_CAUSE[row?.endedCause ?? 'central_ended'])
}

const CODE_OF_CAUSE: Record<SessionEndCause, SignedOutCode> = {
  logout: 'session_revoked',
  revoked_by_program: 'session_revoked',
  refresh_reuse: 'session_revoked',
  central_ended: 'session_ended',
  security_version_changed: 'session_ended',
  absolute_expiry: 'session_expired',
}

/** The part of a session that the program may see. */
export function sessionInfo(row: SessionRow): SessionInfo {
  const { id, subject, createdAt, expiresAt, lastUsedAt, centralCheckedAt, authenticatedAt, acr, device } =
    row
  return { id, subject, createdAt, expiresAt, lastUsedAt, centralCheckedAt, authenticatedAt, acr, device }
}
