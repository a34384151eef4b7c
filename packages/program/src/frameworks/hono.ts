import type { Context, MiddlewareHandler } from 'hono'
import type { CitizenCheck, Peer, ProgramSso, RecentSignIn } from '../program-sso.ts'
import { SSO_BASE_PATH } from '../wire.ts'
import {
  askedFor,
  type CitizenOnRequest,
  citizenOrNull,
  citizenOrRefusal,
  type FallbackGuard,
  type GuardOptions,
  TICKET_HEADERS,
} from './citizen.ts'
import { methodForRequest, refuseTooManyHeaders } from './request-head.ts'
import { type NodeAnswer, watchAnswer, watchedAnswer } from './watch-answer.ts'

export type { CitizenOnRequest, FallbackGuard, GuardOptions } from './citizen.ts'

/** The variables of a guarded Hono route: `c.var.citizen`. */
export interface CitizenVariables<Account> {
  readonly Variables: { citizen: CitizenOnRequest<Account> }
}

/** The variables of a Hono route that everybody may open: `c.var.citizen` is null if nobody is signed in. */
export interface OptionalCitizenVariables<Account> {
  readonly Variables: { citizen: CitizenOnRequest<Account> | null }
}

/** The endpoints as Hono middleware, for Node, Bun, Deno and Workers. */
export function honoSso(sso: Pick<ProgramSso<{ id: string }>, 'handle'>): MiddlewareHandler {
  return async (c, next) => {
    const response = refusedAtOnce(c) ?? (await sso.handle(await requestOf(c), peerOf(c)))
    if (response) return response
    await next()
    return undefined
  }
}

/**
 * Lets signed-in citizens through, with `c.var.citizen`. Sends the refusal to everybody else. With `acceptTicket`, a
 * one-time ticket in the address counts, too.
 */
export function requireCitizen<Account extends { id: string }>(
  sso: CitizenCheck<Account>,
  options: GuardOptions<Context> = {},
): MiddlewareHandler<CitizenVariables<Account>> {
  return async (c, next) => {
    const found = await citizenOrRefusal(sso, c.req.raw, askedFor(c, options))
    if (found instanceof Response) return found
    c.set('citizen', found)
    if (options.acceptTicket)
      for (const [name, value] of Object.entries(TICKET_HEADERS)) c.header(name, value)
    const through = { request: c.req.raw, citizen: found, ...options }
    const { outgoing }: { readonly outgoing?: NodeAnswer } = c.env ?? {}
    if (outgoing) {
      watchAnswer(sso, through, outgoing)
      await next()
      return undefined
    }
    c.res = await watchedAnswer(sso, { ...through, left: c.req.raw.signal }, async () => {
      await next()
      return c.res
    })
    return undefined
  }
}

/**
 * Lets citizens through who signed in at the identity service a short time ago, with `c.var.citizen`. Everybody else gets
 * the refusal; in cookie mode, a browser that opens a page is redirected to sign in again, and comes back.
 */
export function requireRecentSignIn<Account extends { id: string }>(
  sso: Pick<ProgramSso<Account>, 'requireRecentSignIn'>,
  { fallback, ...recent }: RecentSignIn & { readonly fallback?: FallbackGuard<Context> },
): MiddlewareHandler<CitizenVariables<Account>> {
  return requireCitizen(sso.requireRecentSignIn(recent), fallback && { fallback })
}

/**
 * Sets `c.var.citizen` if a citizen is signed in, and otherwise null. Lets everybody through: also visitors, and citizens
 * whose session cannot be checked now.
 */
export function optionalCitizen<Account extends { id: string }>(
  sso: ProgramSso<Account>,
  options: { readonly fallback?: FallbackGuard<Context> } = {},
): MiddlewareHandler<OptionalCitizenVariables<Account>> {
  return async (c, next) => {
    c.set('citizen', await citizenOrNull(sso, c.req.raw, askedFor(c, options)))
    await next()
  }
}

/** On Node, `c.env` holds the request that the Request was made of. */
function refusedAtOnce(c: Context): Response | null {
  return c.req.path.includes(SSO_BASE_PATH) ? refuseTooManyHeaders(c.env?.incoming?.rawHeaders) : null
}

/** If other middleware has read the body, Hono still has it. */
async function requestOf(c: Context): Promise<Request> {
  const { raw } = c.req
  if (!raw.bodyUsed) return raw
  const method = methodForRequest(raw.method)
  return new Request(raw.url, { method, headers: raw.headers, body: await c.req.text() })
}

function peerOf(c: Context): Peer {
  const ip: unknown = c.env?.incoming?.socket?.remoteAddress
  const waitUntil = waitUntilOf(c)
  return { ...(typeof ip === 'string' ? { ip } : {}), ...(waitUntil ? { waitUntil } : {}) }
}

/** Hono throws if the platform has no execution context. */
function waitUntilOf(c: Context): Peer['waitUntil'] {
  try {
    const context = c.executionCtx
    return (work) => context.waitUntil(work)
  } catch {
    return undefined
  }
}
