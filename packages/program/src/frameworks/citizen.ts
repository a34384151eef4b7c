import type {
  AuthenticateOptions,
  AuthResult,
  CitizenCheck,
  InsufficientSignIn,
  SessionInfo,
  VisitorRequest,
} from '../program-sso.ts'
import { bearerOf, isOurToken } from '../sessions/index.ts'

/** The citizen of a request. `session` is null if an old guard recognised the bearer. */
export interface CitizenOnRequest<Account> {
  readonly account: Account
  readonly accountId: string
  readonly session: SessionInfo | null
}

/**
 * The program's old guard. It is called only for a bearer that is not ours. A linked account is refused, even if the
 * guard recognises it.
 */
export type FallbackGuard<Request> = (request: Request) => Promise<{ accountId: string } | null>

/** The options of a guard. */
export interface GuardOptions<Request> extends AuthenticateOptions {
  readonly fallback?: FallbackGuard<Request> | undefined
}

type Fallback = () => Promise<{ accountId: string } | null>

/** What a guard is asked with. */
interface Asked extends AuthenticateOptions {
  readonly fallback?: Fallback | undefined
}

/** The options of a guard for one request. */
export function askedFor<Request>(request: Request, { fallback, ...rest }: GuardOptions<Request>): Asked {
  return { ...rest, fallback: fallback && (() => fallback(request)) }
}

/**
 * The headers of a response to an address that may have had a ticket: nobody gets the address from the page, and nobody
 * gets the response from a cache. A route may set others.
 */
export const TICKET_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
}

/** The citizen of a request, or the response that refuses it. */
export async function citizenOrRefusal<Account extends { id: string }>(
  sso: CitizenCheck<Account>,
  request: VisitorRequest,
  asked: Asked = {},
): Promise<CitizenOnRequest<Account> | Response> {
  const found = await citizenOrReason(sso, request, asked)
  return 'clearLocal' in found ? sso.refuse(found, request) : found
}

/** The citizen of a request, or null: nobody is refused, also during an outage. */
export async function citizenOrNull<Account extends { id: string }>(
  sso: CitizenCheck<Account>,
  request: VisitorRequest,
  asked: Pick<Asked, 'fallback'> = {},
): Promise<CitizenOnRequest<Account> | null> {
  const found = await citizenOrReason(sso, request, { fallback: asked.fallback })
  return 'clearLocal' in found ? null : found
}

type Refused = Exclude<AuthResult<never>, { status: 'ok' }> | InsufficientSignIn

/** The old guard is asked if the request has neither a bearer of ours nor, in cookie mode, our cookie. */
async function citizenOrReason<Account extends { id: string }>(
  sso: CitizenCheck<Account>,
  request: VisitorRequest,
  { fallback, ...options }: Asked,
): Promise<CitizenOnRequest<Account> | Refused> {
  const bearer = bearerOf(request)
  const old = bearer === null || isOurToken(bearer) ? null : await unlinked(sso, fallback)
  if (old) return sso.refusesUnlinked ?? old
  const result = await sso.authenticate(request, options)
  if (result.status === 'ok' || bearer !== null || result.code !== 'missing_token') return result
  const found = await unlinked(sso, fallback)
  return found ? (sso.refusesUnlinked ?? found) : result
}

async function unlinked<Account extends { id: string }>(
  sso: CitizenCheck<Account>,
  fallback: Fallback = async () => null,
): Promise<CitizenOnRequest<Account> | null> {
  const found = await fallback()
  const account = found && (await sso.unlinkedAccount(found.accountId))
  return found && account ? { account, accountId: found.accountId, session: null } : null
}

/** The citizen that a guard has put on a request. Null if no guard ran, or if nobody is signed in. */
export function citizenOn<Account>(request: object): CitizenOnRequest<Account> | null {
  const citizen: unknown = 'citizen' in request ? request.citizen : null
  // Only the guard of the same program writes this field, with the account that `accounts.load` returned.
  return citizen ? (citizen as CitizenOnRequest<Account>) : null
}

/** Puts the citizen on a request. A framework may type this field with the account in `ProgramTypes`. */
export function putCitizen(request: object, citizen: CitizenOnRequest<unknown> | null): void {
  Object.assign(request, { citizen })
}

/** The last argument of `citizenOf(req)` and `citizenOf(sso, req)`. The program is there only for its type. */
export function requestIn(args: readonly [...unknown[], object]): object {
  return args[args.length - 1] as object
}
