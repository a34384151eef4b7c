import { isNavigation } from '../cookies/index.ts'
import { pageOfCode } from '../error-page.ts'
import type { Peer } from '../program-sso.ts'
import { SSO_BASE_PATH } from '../wire.ts'
import { begin } from './begin.ts'
import { callback } from './callback.ts'
import { againOrHome, citizenPage, homeLink } from './citizen-page.ts'
import { config } from './config.ts'
import { appOriginsOf, corsHeaders, preflight } from './cors.ts'
import { exchange } from './exchange.ts'
import { link } from './link.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { openapi } from './openapi.ts'
import { problem, statusOfProblem } from './problem.ts'
import { refresh } from './refresh.ts'
import {
  type Endpoint,
  problemExtras,
  type RequestContext,
  type RouteNeeds,
  unavailable,
} from './request-context.ts'
import { status } from './status.ts'
import { ticket } from './ticket.ts'

export type { RouteNeeds } from './request-context.ts'

interface ServedEndpoint {
  readonly methods: readonly string[]
  readonly answer: Endpoint
}

const ENDPOINTS: Readonly<Record<string, ServedEndpoint>> = {
  config: { methods: ['GET', 'HEAD'], answer: config },
  begin: { methods: ['POST'], answer: begin },
  callback: { methods: ['GET', 'HEAD'], answer: callback },
  exchange: { methods: ['POST'], answer: exchange },
  refresh: { methods: ['POST'], answer: refresh },
  status: { methods: ['GET', 'HEAD'], answer: status },
  logout: { methods: ['POST'], answer: logout },
  'openapi.json': { methods: ['GET', 'HEAD'], answer: openapi },
}

/** Answers a request under `/api/v1/sso/`. Null for another path. */
export async function handleRequest(
  service: RouteNeeds,
  request: Request,
  peer: Peer,
): Promise<Response | null> {
  const url = new URL(request.url)
  const name = endpointName(url.pathname, service.settings.programBaseUrl)
  if (name === null) return null
  const context: RequestContext = { service, request, url, peer, requestId: service.random.uuid() }
  const response = await answer(context, name)
  const origins = service.settings.cors ? appOriginsOf(service.settings.returnUris) : null
  for (const [header, value] of Object.entries(corsHeaders(request, origins)))
    response.headers.set(header, value)
  return response
}

/** The paths above the endpoints: without and with the path of the program's own address. */
export function mountPathsOf(programBaseUrl: string): readonly string[] {
  const own = new URL(programBaseUrl).pathname.replace(/\/$/, '')
  return [...new Set([SSO_BASE_PATH, `${own}${SSO_BASE_PATH}`])]
}

/**
 * The name of the endpoint. `/x/` and `/x` match. The path of the program's own address may be missing, because a proxy
 * may remove it.
 */
function endpointName(pathname: string, programBaseUrl: string): string | null {
  const prefix = mountPathsOf(programBaseUrl).find((path) => pathname.startsWith(path))
  return prefix === undefined ? null : pathname.slice(prefix.length).replace(/\/$/, '')
}

function endpointOf({ service }: RequestContext, name: string): ServedEndpoint | undefined {
  const { cookies, tickets } = service.settings
  if (name === 'ticket' && tickets) return { methods: ['POST'], answer: ticket }
  if (name === 'login' && cookies)
    return { methods: ['GET', 'HEAD'], answer: (context) => login(context, cookies) }
  if (name === 'link' && cookies) return { methods: ['POST'], answer: (context) => link(context, cookies) }
  return Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name] : undefined
}

function isPageRequest({ service, request }: RequestContext): boolean {
  return service.settings.cookies !== null && isNavigation(request)
}

/** A citizen who has mistyped an address, or opens the one of a form again, gets a page. */
function notHere(
  context: RequestContext,
  code: 'not_found' | 'method_not_allowed',
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { cookies } = context.service.settings
  if (!cookies || !isPageRequest(context)) return problem(code, { ...problemExtras(context), headers })
  const status = statusOfProblem(code)
  return citizenPage(context, { status, sentence: 'bad_path', link: homeLink(cookies), headers })
}

async function answer(context: RequestContext, name: string): Promise<Response> {
  const endpoint = endpointOf(context, name)
  if (!endpoint) return notHere(context, 'not_found')
  const { method } = context.request
  if (method === 'OPTIONS') return preflight(endpoint.methods.join(', '))
  if (!endpoint.methods.includes(method)) {
    return notHere(context, 'method_not_allowed', { allow: endpoint.methods.join(', ') })
  }
  try {
    return await endpoint.answer(context)
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
    context.service.log.log('error', 'request_failed', {
      ...{ endpoint: name, message, request_id: context.requestId },
      page: pageOfCode('misconfigured'),
    })
    if (name === 'callback' || isPageRequest(context))
      return citizenPage(context, {
        ...{ status: 503, sentence: 'try_later', link: againOrHome(context) },
        headers: { 'retry-after': '5' },
      })
    return unavailable(context, 'misconfigured', { reason: message })
  }
}
