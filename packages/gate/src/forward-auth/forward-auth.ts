import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger, Unavailable } from '@portico/program'
import { sendWebResponse } from '@portico/program/node'
import { type GateSso, identityOf } from '../guard.ts'
import type { IdentitySigner } from '../identity-header/index.ts'
import type { CheckedVisitor, PathGuard } from '../paths/index.ts'
import { type CrossOrigin, isProgramHost, otherCookies, type TrustedAddresses } from '../platform/index.ts'
import { ENVOY_PATH, type OriginalRequest, type ProxyKind, readOriginalRequest } from './original-request.ts'
import { REFUSAL_HEADER, type Refusal, refusalHeader, toldRefusal } from './told-refusal.ts'

/** What the endpoints are made of. */
export interface ForwardAuthNeeds {
  readonly sso: GateSso
  readonly signer: IdentitySigner
  readonly guard: PathGuard
  readonly proxy: ProxyKind
  readonly trusted: TrustedAddresses
  /** The origins of apps. */
  readonly crossOrigin: CrossOrigin
  /** The public address of the program. */
  readonly programUrl: URL
  readonly cookieName: string
  readonly log: Logger
}

/** The endpoints that a proxy asks. */
export interface ForwardAuth {
  /** Answers a request. Returns the name of the endpoint, for the metrics. */
  answer(asked: IncomingMessage, response: ServerResponse): Promise<string>
}

type Route = 'auth' | 'optional' | 'refusal'

const ROUTES: Readonly<Record<string, Route>> = {
  '/gate/auth': 'auth',
  '/gate/optional': 'optional',
  '/gate/refusal': 'refusal',
}

const NO_STORE = { 'cache-control': 'no-store' }

/** Makes the endpoints for one kind of proxy. */
export function createForwardAuth(needs: ForwardAuthNeeds): ForwardAuth {
  const refusal = refusalsLoggedOnce(needs.log)
  return {
    async answer(asked, response) {
      if (needs.crossOrigin.isPreflight(asked.method, asked)) return allowPreflight(needs, asked, response)
      const route = routeOf(needs.proxy, asked)
      if (route === null) return notFound(response)
      const original = readTrusted(needs, asked)
      if (typeof original === 'string') return refusal(original, asked, response)
      if (isPreflightOfNginx(needs, route, original))
        return route === 'auth' ? askBack(response, PREFLIGHT) : allowPreflight(needs, original, response)
      const told = route === 'refusal' ? toldRefusal(asked) : null
      const result = told ?? (await needs.guard.check(original)).result
      const refusesNobody = route === 'auth' && needs.guard.showsProblems(original)
      await ANSWERS[refusesNobody ? 'optional' : route](needs, { result, original, response })
      return route
    },
  }
}

/** nginx asks about it, and then for its answer. */
function isPreflightOfNginx(
  { proxy, crossOrigin }: ForwardAuthNeeds,
  route: Route,
  original: OriginalRequest,
): boolean {
  return proxy === 'nginx' && route !== 'optional' && crossOrigin.isPreflight(original.method, original)
}

function routeOf(proxy: ProxyKind, { url = '', method }: IncomingMessage): Route | null {
  if (proxy === 'envoy') return url.startsWith(`${ENVOY_PATH}/`) ? 'auth' : null
  // The others ask with GET. This is a preflight of a visitor that the proxy has sent on.
  if (method === 'OPTIONS') return null
  // Caddy adds the query of the visitor.
  const [path = ''] = url.split('?')
  const route = Object.hasOwn(ROUTES, path) ? (ROUTES[path] ?? null) : null
  return route === 'refusal' && proxy !== 'nginx' ? null : route
}

function notFound(response: ServerResponse): string {
  const headers = { ...NO_STORE, 'content-type': 'text/plain; charset=utf-8' }
  response.writeHead(404, headers).end('There is nothing here. A proxy passes other paths to the back end.\n')
  return 'none'
}

interface Asked {
  readonly result: CheckedVisitor['result'] | Refusal
  readonly original: OriginalRequest
  readonly response: ServerResponse
}

type Answer = (needs: ForwardAuthNeeds, asked: Asked) => Promise<void>

const ANSWERS: Readonly<Record<Route, Answer>> = {
  async auth(needs, { result, original, response }) {
    const { signer, proxy } = needs
    if (result.status === 'ok')
      return letThrough(response, {
        ...(await signer.headersFor(identityOf(result))),
        ...cookiesFor(needs, original),
      })
    // nginx makes 500 of every other refusal. It then asks for the answer, and tells the refusal back.
    if (proxy === 'nginx') return void askBack(response, refusalHeader(result))
    await refuse(needs, { result, original, response })
  },
  async optional(needs, { result, original, response }) {
    const headers = result.status === 'ok' ? await needs.signer.headersFor(identityOf(result)) : {}
    letThrough(response, { ...headers, ...cookiesFor(needs, original) })
  },
  async refusal(needs, { result, original, response }) {
    await refuse(needs, { result: result.status === 'ok' ? CHANGED_MEANWHILE : result, original, response })
  },
}

/** Sends the answer that the visitor gets. */
async function refuse(
  { sso, crossOrigin }: ForwardAuthNeeds,
  { result, original, response }: Asked & { readonly result: Refusal },
): Promise<void> {
  crossOrigin.prepare(original, response)
  await sendWebResponse(response, sso.refuse(result, original))
}

/** What nginx tells back for a preflight. Whoever makes it up for another request is refused. */
const PREFLIGHT = 'preflight'

function allowPreflight(
  { crossOrigin }: ForwardAuthNeeds,
  request: Pick<IncomingMessage, 'headers'>,
  response: ServerResponse,
): string {
  crossOrigin.answerPreflight(request, response)
  return 'preflight'
}

/**
 * What the back end gets as `Cookie`: the cookies that are not the gate's. Caddy edits the header itself, and the others put
 * the one of the gate's answer in its place. Envoy keeps the old one where the answer has none.
 */
function cookiesFor(
  { proxy, cookieName }: ForwardAuthNeeds,
  { headers }: OriginalRequest,
): Readonly<Record<string, string>> {
  const line = headers['cookie']
  if (line === undefined || proxy === 'caddy') return {}
  const cookie = otherCookies(line, cookieName)
  return cookie === '' && proxy !== 'envoy' ? {} : { cookie }
}

/** The session could not be checked a moment ago, and now it can. The same request again will be let through. */
const CHANGED_MEANWHILE: Unavailable = {
  status: 'unavailable',
  http: 503,
  code: 'identity_unavailable',
  retryAfterSeconds: 1,
  clearLocal: false,
}

function askBack(response: ServerResponse, refusal: string): Route {
  response.writeHead(401, { ...NO_STORE, [REFUSAL_HEADER]: refusal }).end()
  return 'auth'
}

function letThrough(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  response.writeHead(200, { ...NO_STORE, ...headers, 'content-length': '0' }).end()
}

/** Why the gate does not look at a session at all. */
type Unreadable = 'untrusted_address' | 'unclear_request' | 'other_host'

const UNREADABLE: Readonly<Record<Unreadable, { readonly status: number; readonly words: string }>> = {
  untrusted_address: {
    status: 403,
    words: 'Only a proxy whose address is in SSO_TRUSTED_PROXIES may ask here.',
  },
  unclear_request: {
    status: 500,
    words: 'The proxy does not say which request it asks about. Compare its configuration with the guide.',
  },
  other_host: {
    status: 421,
    words: 'This gate answers for the host of SSO_PROGRAM_URL, and the request is for another one.',
  },
}

function readTrusted(
  { trusted, proxy, programUrl }: ForwardAuthNeeds,
  asked: IncomingMessage,
): OriginalRequest | Unreadable {
  if (!trusted.has(asked.socket.remoteAddress)) return 'untrusted_address'
  const original = readOriginalRequest(asked, proxy)
  if (!original) return 'unclear_request'
  return isProgramHost(original.host, programUrl) ? original : 'other_host'
}

/** Logs the first refusal of each kind: these are mistakes in a configuration, and a stranger can repeat them. */
function refusalsLoggedOnce(log: Logger) {
  const logged = new Set<Unreadable>()
  return (reason: Unreadable, asked: IncomingMessage, response: ServerResponse): string => {
    if (!logged.has(reason))
      log.log('error', 'forward_auth_refused', { reason, address: asked.socket.remoteAddress ?? null })
    logged.add(reason)
    const { status, words } = UNREADABLE[reason]
    response.writeHead(status, { ...NO_STORE, 'content-type': 'text/plain; charset=utf-8' }).end(`${words}\n`)
    return 'refused'
  }
}
