import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CitizenCheck, ProgramSso, RecentSignIn } from '../program-sso.ts'
import type { RegisteredAccount } from '../registered.ts'
import {
  askedFor,
  type CitizenOnRequest,
  citizenOn,
  citizenOrNull,
  citizenOrRefusal,
  type FallbackGuard,
  type GuardOptions,
  requestIn,
  TICKET_HEADERS,
} from './citizen.ts'
import { nodeSso } from './node.ts'
import { type ParsedRequest, sendWebResponse, visitorOf } from './node-request.ts'
import { watchAnswer } from './watch-answer.ts'

export type { CitizenOnRequest, FallbackGuard, GuardOptions } from './citizen.ts'

/** A request that has passed the guard. */
export type RequestWithCitizen<Account> = IncomingMessage & { citizen?: CitizenOnRequest<Account> }

declare global {
  // The types of Express 4 and 5 read this namespace.
  namespace Express {
    interface Request {
      citizen?: CitizenOnRequest<RegisteredAccount>
    }
  }
}

/** The endpoints as middleware for Express 4 or 5. It works before and after `express.json()`. */
export function ssoRouter(
  sso: Pick<ProgramSso<{ id: string }>, 'handle'>,
): (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void {
  const handle = nodeSso(sso)
  return (req, res, next) => {
    handle(req, res).then((isOurs) => {
      if (!isOurs) next()
    }, next)
  }
}

/**
 * Lets signed-in citizens through, with `req.citizen`. Sends the refusal to everybody else. With `acceptTicket`, a
 * one-time ticket in the address counts, too.
 */
export function requireCitizen<Account extends { id: string }>(
  sso: CitizenCheck<Account>,
  options: GuardOptions<ParsedRequest> = {},
): (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void {
  return (req: RequestWithCitizen<Account>, res, next) => {
    const found = citizenOrRefusal(sso, visitorOf(req), askedFor(req, options))
    found
      .then(async (citizen) => {
        if (citizen instanceof Response) return sendWebResponse(res, citizen)
        if (options.acceptTicket) res.setHeaders(new Map(Object.entries(TICKET_HEADERS)))
        watchAnswer(sso, { request: visitorOf(req), citizen, ...options }, res)
        req.citizen = citizen
        next()
      })
      .catch(next)
  }
}

/**
 * Lets citizens through who signed in at the identity service a short time ago, with `req.citizen`. Everybody else gets the
 * refusal; in cookie mode, a browser that opens a page is redirected to sign in again, and comes back.
 */
export function requireRecentSignIn<Account extends { id: string }>(
  sso: Pick<ProgramSso<Account>, 'requireRecentSignIn'>,
  { fallback, ...recent }: RecentSignIn & { readonly fallback?: FallbackGuard<ParsedRequest> },
): (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void {
  return requireCitizen(sso.requireRecentSignIn(recent), fallback && { fallback })
}

/**
 * Sets `req.citizen` if a citizen is signed in, and lets everybody through: also visitors, and citizens whose session
 * cannot be checked now.
 */
export function optionalCitizen<Account extends { id: string }>(
  sso: ProgramSso<Account>,
  options: { readonly fallback?: FallbackGuard<ParsedRequest> } = {},
): (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void {
  return (req: RequestWithCitizen<Account>, _res, next) => {
    citizenOrNull(sso, visitorOf(req), askedFor(req, options)).then((citizen) => {
      if (citizen) req.citizen = citizen
      next()
    }, next)
  }
}

/**
 * The citizen of a guarded request. With `sso`, the account has the program's own type; without it, the type in
 * `ProgramTypes`. Throws if no guard ran, or if nobody is signed in.
 */
export function citizenOf(req: IncomingMessage): CitizenOnRequest<RegisteredAccount>
export function citizenOf<Account extends { id: string }>(
  sso: ProgramSso<Account>,
  req: IncomingMessage,
): CitizenOnRequest<Account>
export function citizenOf(...args: [...unknown[], object]): CitizenOnRequest<unknown> {
  const citizen = citizenOn(requestIn(args))
  if (!citizen) throw new Error('citizenOf: requireCitizen(sso) did not run for this route')
  return citizen
}
