import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProgramSso } from '../program-sso.ts'
import { SSO_BASE_PATH } from '../wire.ts'
import { type CitizenOnRequest, citizenOrRefusal, type FallbackGuard } from './citizen.ts'
import {
  type ParsedRequest,
  pathOf,
  peerOf,
  sendWebResponse,
  toWebRequest,
  visitorOf,
} from './node-request.ts'
import { discardRest } from './request-body.ts'
import { refuseTooManyHeaders } from './request-head.ts'

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

export type { CitizenOnRequest, FallbackGuard } from './citizen.ts'

/** The citizen of a plain `node:http` request. Null if the refusal has been sent. */
export async function citizenOrAnswer<Account extends { id: string }>(
  sso: ProgramSso<Account>,
  req: IncomingMessage,
  res: ServerResponse,
  options: { readonly fallback?: FallbackGuard<IncomingMessage> } = {},
): Promise<CitizenOnRequest<Account> | null> {
  const { fallback } = options
  const found = await citizenOrRefusal(sso, visitorOf(req), fallback && (() => fallback(req)))
  if (!(found instanceof Response)) return found
  await sendWebResponse(res, found)
  return null
}
