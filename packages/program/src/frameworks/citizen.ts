import type { HeadersOnly, ProgramSso, SessionInfo } from '../program-sso.ts'
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

/** The citizen of a request, or the response that refuses it. */
export async function citizenOrRefusal<Account extends { id: string }>(
  sso: ProgramSso<Account>,
  headers: HeadersOnly,
  fallback?: () => Promise<{ accountId: string } | null>,
): Promise<CitizenOnRequest<Account> | Response> {
  const bearer = bearerOf(headers)
  if (fallback && (bearer === null || !isOurToken(bearer))) {
    const found = await fallback()
    const account = found && (await sso.unlinkedAccount(found.accountId))
    if (found && account) return { account, accountId: found.accountId, session: null }
  }
  const result = await sso.authenticate(headers)
  return result.status === 'ok' ? result : sso.refuse(result)
}

/** The citizen that a guard has put on a request. Null if no guard ran. */
export function citizenOn<Account>(request: object): CitizenOnRequest<Account> | null {
  const citizen: unknown = 'citizen' in request ? request.citizen : null
  // Only the guard of the same program writes this field, with the account that `accounts.load` returned.
  return citizen ? (citizen as CitizenOnRequest<Account>) : null
}
