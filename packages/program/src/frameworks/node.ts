import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AuthenticateOptions, CitizenCheck, ProgramSso } from '../program-sso.ts'
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
import {
  type ParsedRequest,
  pathOf,
  peerOf,
  refuseUpgrade,
  sendWebResponse,
  toWebRequest,
  visitorOf,
} from './node-request.ts'
import { discardRest } from './request-body.ts'
import { refuseTooManyHeaders } from './request-head.ts'
import { connectionOf, watchAnswer } from './watch-answer.ts'

/** Answers requests under `/api/v1/sso/` of a plain `node:http` server. Returns false for other paths. */
export function nodeSso(
  sso: Pick<ProgramSso<{ id: string }>, 'handle'>,
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  return (req, res) => handle(sso, req, res)
}

async function handle(
  sso: Pick<ProgramSso<{ id: string }>, 'handle'>,
  req: ParsedRequest,
  res: ServerResponse,
): Promise<boolean> {
  if (!pathOf(req).includes(SSO_BASE_PATH)) return false
  const response = refuseTooManyHeaders(req.rawHeaders) ?? (await sso.handle(toWebRequest(req), peerOf(req)))
  if (!response) return false
  await sendWebResponse(res, response)
  discardRest(req)
  return true
}

export type { CitizenOnRequest, FallbackGuard, GuardOptions } from './citizen.ts'
export { refuseUpgrade, sendWebResponse } from './node-request.ts'

/**
 * The citizen of a plain `node:http` request. Null if the refusal has been sent. With `sso.requireRecentSignIn(…)` in place
 * of the program, only citizens who signed in a short time ago. With `acceptTicket`, a one-time ticket in the address
 * counts, too.
 */
export async function citizenOrAnswer<Account extends { id: string }>(
  sso: CitizenCheck<Account>,
  req: IncomingMessage,
  res: ServerResponse,
  options: GuardOptions<IncomingMessage> = {},
): Promise<CitizenOnRequest<Account> | null> {
  const found = await citizenOrRefusal(sso, visitorOf(req), askedFor(req, options))
  if (!(found instanceof Response)) {
    watchAnswer(sso, { request: visitorOf(req), citizen: found, ...options }, res)
    if (options.acceptTicket) sendTicketHeaders(res)
    return found
  }
  await sendWebResponse(res, found)
  return null
}

/** A response of HTTP/2 has no `setHeaders`. */
function sendTicketHeaders(res: ServerResponse): void {
  for (const [name, value] of Object.entries(TICKET_HEADERS)) res.setHeader(name, value)
}

/** The citizen of a plain `node:http` request. Null if nobody is signed in, or if the session cannot be checked now. */
export function optionalCitizen<Account extends { id: string }>(
  sso: ProgramSso<Account>,
  req: IncomingMessage,
  options: { readonly fallback?: FallbackGuard<IncomingMessage> } = {},
): Promise<CitizenOnRequest<Account> | null> {
  return citizenOrNull(sso, visitorOf(req), askedFor(req, options))
}

/**
 * The citizen of a WebSocket that a browser wants to open, for the event `upgrade` of a server. Null if the refusal was
 * sent and the socket closed. A cookie counts only if the page has the program's own origin. `ended` aborts when the
 * session ends or cannot be checked any more: then the program closes the WebSocket. Its reason is the refusal. With
 * `acceptTicket`, a one-time ticket in the address counts, too.
 */
export async function citizenOfUpgrade<Account extends { id: string }>(
  sso: ProgramSso<Account>,
  req: IncomingMessage,
  socket: Duplex,
  options: AuthenticateOptions = {},
): Promise<(CitizenOnRequest<Account> & { readonly ended: AbortSignal }) | null> {
  const closed = new AbortController()
  // Until the program has the socket, nobody else listens.
  socket.on('error', () => socket.destroy())
  socket.once('close', () => closed.abort())
  const request = visitorOf(req)
  const found = await citizenOrRefusal(sso, request, options)
  if (found instanceof Response) {
    await refuseUpgrade(socket, found)
    return null
  }
  const ended = new AbortController()
  const connection = connectionOf({ request, citizen: found, ...options })
  if (connection)
    sso.whenRefused(connection, closed.signal).then(
      (refusal) => refusal && ended.abort(refusal),
      (error: unknown) => ended.abort(error),
    )
  return { ...found, ended: ended.signal }
}
