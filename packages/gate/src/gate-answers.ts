import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Logger, SSO_BASE_PATH } from '@portico/program'
import { nodeSso } from '@portico/program/node'
import { createForwardAuth } from './forward-auth/index.ts'
import type { GateSso } from './guard.ts'
import type { IdentitySigner, SigningKey } from './identity-header/index.ts'
import { createPathGuard, type PathRules } from './paths/index.ts'
import { type CrossOrigin, sendContinue, type TrustedAddresses, trustedAddresses } from './platform/index.ts'
import type { Protection } from './protection.ts'
import { createReverseProxy } from './reverse-proxy/index.ts'

/** What answers are made of. */
export interface AnswerNeeds {
  readonly sso: GateSso
  readonly signer: IdentitySigner
  readonly keys: readonly SigningKey[]
  readonly log: Logger
  /** The public address of the program. */
  readonly programUrl: URL
  readonly cookieName: string
  readonly trustedProxies: readonly string[]
  readonly crossOrigin: CrossOrigin
  readonly protection: Protection
  readonly paths: PathRules
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<string>

/** How a gate answers. */
export interface GateAnswers {
  readonly answer: Answer
  /** Only a gate that is the proxy itself takes WebSockets. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<string>
  /** Ends every connection that stays open. */
  leave(): void
  close(): void
}

/** The address of the public keys. */
const KEY_SET_PATH = '/gate/jwks.json'

/** Decides by its path who answers a request: sign-in, the key set, or what stands before the back end. */
export function gateAnswers(needs: AnswerNeeds): GateAnswers {
  const signIn = nodeSso(needs.sso)
  const keySet = JSON.stringify({ keys: needs.keys.map(({ published }) => published) })
  const { answer, ...others } = answersOf(needs, trustedAddresses(needs.trustedProxies))
  return {
    ...others,
    async answer(request, response) {
      if (request.url === KEY_SET_PATH) return answerKeySet(keySet, request, response)
      if (request.url?.startsWith(SSO_BASE_PATH)) sendContinue(request, response)
      return (await signIn(request, response)) ? 'sso' : answer(request, response)
    },
  }
}

function answersOf(needs: AnswerNeeds, trusted: TrustedAddresses): GateAnswers {
  const { protection } = needs
  const guard = createPathGuard(needs.sso, needs.paths)
  if (protection.kind === 'forward-auth') {
    const forwardAuth = createForwardAuth({ ...needs, trusted, guard, proxy: protection.proxy })
    return { answer: forwardAuth.answer, leave: () => undefined, close: () => undefined }
  }
  const proxy = createReverseProxy({ ...needs, trusted, guard, config: protection })
  return {
    answer: (request, response) => proxy.answer(request, response).then(() => 'upstream'),
    upgrade: (...asked) => proxy.upgrade(...asked).then(() => 'upgrade'),
    leave: proxy.leave,
    close: proxy.close,
  }
}

function answerKeySet(keySet: string, { method }: IncomingMessage, response: ServerResponse): string {
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end()
    return 'jwks'
  }
  const headers = { 'content-type': 'application/jwk-set+json', 'cache-control': 'public, max-age=300' }
  response.writeHead(200, headers).end(keySet)
  return 'jwks'
}
