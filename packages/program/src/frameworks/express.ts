import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProgramSso } from '../program-sso.ts'
import { type CitizenOnRequest, citizenOn, citizenOrRefusal, type FallbackGuard } from './citizen.ts'
import { nodeSso } from './node.ts'
import { type ParsedRequest, sendWebResponse, visitorOf } from './node-request.ts'

export type { CitizenOnRequest, FallbackGuard } from './citizen.ts'

type Next = (error?: unknown) => void

/** A request that has passed the guard. */
export type RequestWithCitizen<Account> = IncomingMessage & { citizen?: CitizenOnRequest<Account> }

declare global {
  // The types of Express 4 and 5 read this namespace.
  namespace Express {
    interface Request {
      citizen?: CitizenOnRequest<{ id: string }>
    }
  }
}

/** The endpoints as middleware for Express 4 or 5. It works before and after `express.json()`. */
export function ssoRouter(
  sso: Pick<ProgramSso<{ id: string }>, 'handle'>,
): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  const handle = nodeSso(sso)
  return (req, res, next) => {
    handle(req, res).then((isOurs) => {
      if (!isOurs) next()
    }, next)
  }
}

/** Lets signed-in citizens through, with `req.citizen`. Sends the refusal to everybody else. */
export function requireCitizen<Account extends { id: string }>(
  sso: ProgramSso<Account>,
  options: { readonly fallback?: FallbackGuard<ParsedRequest> } = {},
): (req: IncomingMessage, res: ServerResponse, next: Next) => void {
  const { fallback } = options
  return (req: RequestWithCitizen<Account>, res, next) => {
    const found = citizenOrRefusal(sso, visitorOf(req), fallback && (() => fallback(req)))
    found
      .then(async (citizen) => {
        if (citizen instanceof Response) return sendWebResponse(res, citizen)
        req.citizen = citizen
        next()
      })
      .catch(next)
  }
}

/** The citizen of a guarded request, with the program's own account type. Throws if no guard ran. */
export function citizenOf<Account extends { id: string }>(
  _sso: ProgramSso<Account>,
  req: IncomingMessage,
): CitizenOnRequest<Account> {
  const citizen = citizenOn<Account>(req)
  if (!citizen) throw new Error('citizenOf: requireCitizen(sso) did not run for this route')
  return citizen
}
