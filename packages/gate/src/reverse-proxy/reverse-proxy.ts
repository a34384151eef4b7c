import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { refuseUpgrade, sendWebResponse } from '@portico/program/node'
import { identityOf } from '../guard.ts'
import { isListed } from '../paths/index.ts'
import { closeUntold, discardRest, hasMethodOverride, isProgramHost } from '../platform/index.ts'
import { exchange } from './exchange.ts'
import type { Admitted, ForwardingNeeds, ReverseProxyNeeds } from './forwarding-needs.ts'
import { answerProblem, refuseSocket } from './gate-page.ts'
import type { GateProblem } from './gate-words.ts'
import { faultOfTarget, type TargetFault } from './request-target.ts'
import { tunnel } from './tunnel.ts'
import { createUpstreams } from './upstream.ts'

/** The proxy. */
export interface ReverseProxy {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** Ends every connection that stays open. Other requests are still answered. */
  leave(): void
  close(): void
}

/** Makes the proxy before one back end. */
export function createReverseProxy(needs: ReverseProxyNeeds): ReverseProxy {
  const upstream = createUpstreams(needs.config.upstream, needs.config.prefixed)
  const closing = new AbortController()
  const forwarding: ForwardingNeeds = { ...needs, upstream, closing: closing.signal }
  return {
    async answer(request, response) {
      needs.crossOrigin.prepare(request, response)
      const problem = problemOf(needs, request)
      if (problem) {
        closeUntold(request, response)
        answerProblem(problem, request, response)
        return discardRest(request)
      }
      if (needs.crossOrigin.isPreflight(request.method, request))
        return needs.crossOrigin.answerPreflight(request, response)
      const admitted = await admit(needs, request)
      if (admitted instanceof Response) {
        closeUntold(request, response)
        await sendWebResponse(response, admitted)
        return discardRest(request)
      }
      await exchange(forwarding, { request, response, admitted })
    },
    async upgrade(request, socket, head) {
      // Until the connection is passed on, nobody else listens.
      socket.on('error', () => socket.destroy())
      const problem = problemOf(needs, request) ?? problemOfUpgrade(request)
      if (problem) return refuseSocket(problem, request, socket)
      const admitted = await admit(needs, request)
      if (admitted instanceof Response) return refuseUpgrade(socket, admitted)
      await tunnel(forwarding, { request, socket, head, admitted })
    },
    leave: () => closing.abort(),
    close: upstream.close,
  }
}

const PROBLEM_OF: Readonly<Record<TargetFault, GateProblem>> = {
  method: 'method_not_allowed',
  target: 'unclear_request',
  framing: 'unclear_request',
}

function problemOf({ programUrl }: ReverseProxyNeeds, request: IncomingMessage): GateProblem | null {
  const fault = faultOfTarget(request)
  if (fault) return PROBLEM_OF[fault]
  const [host, another] = request.headersDistinct['host'] ?? []
  if (host === undefined || another !== undefined) return 'unclear_request'
  return isProgramHost(host, programUrl) ? null : 'other_host'
}

/**
 * What follows a request to upgrade is read by nobody. A WebSocket begins with GET (RFC 6455 section 4.1), and is passed on as one.
 * Node before version 24.9 brings other protocols here, too.
 */
function problemOfUpgrade({ method, headers }: IncomingMessage): GateProblem | null {
  if (method !== 'GET') return 'unclear_request'
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
  return hasBody || headers.upgrade?.toLowerCase() !== 'websocket' ? 'unclear_request' : null
}

/** Who the request is from, as far as that matters, or its refusal. */
async function admit(
  { sso, signer, guard, config }: ReverseProxyNeeds,
  request: IncomingMessage,
): Promise<Admitted | Response> {
  const { headers, url = '' } = request
  const nobody: Admitted = { identity: {}, watched: null, path: url, answerFor: 'everybody' }
  const method = hasMethodOverride(headers) ? undefined : request.method
  const visitor = { headers, url, method }
  const isOpen = !guard.needsRecentSignIn(visitor)
  if (isOpen && isListed(url, config.publicPaths)) return nobody
  const { result, isByTicket } = await guard.check(visitor)
  if (result.status !== 'ok') {
    const isOptional = (isOpen && isListed(url, config.optionalPaths)) || guard.showsProblems(visitor)
    return isOptional ? nobody : sso.refuse(result, visitor)
  }
  const identity = await signer.headersFor(identityOf(result))
  if (!isByTicket)
    return { identity, watched: { ...visitor, admitted: result }, path: url, answerFor: 'citizen' }
  // The ticket is spent, so the open connection is watched by its session.
  const watched = { session: result.session, admitted: result }
  return { identity, watched, path: withoutTicket(url), answerFor: 'ticket' }
}

/** The address for which the app got the ticket. */
function withoutTicket(url: string): string {
  return url.replace(/[?&]sso_ticket=[^&]*$/, '')
}
