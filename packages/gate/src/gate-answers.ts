import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '@portico/program'
import { nodeSso } from '@portico/program/node'
import { createForwardAuth } from './forward-auth/index.ts'
import type { GateSso } from './guard.ts'
import type { IdentitySigner, SigningKey } from './identity-header/index.ts'
import { trustedAddresses } from './platform/index.ts'
import type { Protection } from './protection.ts'

/** What answers are made of. */
export interface AnswerNeeds {
  readonly sso: GateSso
  readonly signer: IdentitySigner
  readonly keys: readonly SigningKey[]
  readonly log: Logger
  /** The public address of the program. */
  readonly programUrl: URL
  readonly protection: Protection
}

/** How a gate answers. */
export interface GateAnswers {
  answer(request: IncomingMessage, response: ServerResponse): Promise<string>
}

/** The address of the public keys. */
const KEY_SET_PATH = '/gate/jwks.json'

/** Decides by its path who answers a request: sign-in, the key set, or what stands before the back end. */
export function gateAnswers(needs: AnswerNeeds): GateAnswers {
  const signIn = nodeSso(needs.sso)
  const keySet = JSON.stringify({ keys: needs.keys.map(({ published }) => published) })
  const forwardAuth = createForwardAuth({
    ...needs,
    ...needs.protection,
    trusted: trustedAddresses(needs.protection.trustedProxies),
  })
  return {
    async answer(request, response) {
      const [path = ''] = (request.url ?? '').split('?')
      const route = forwardAuth.routeOf(path)
      if (route) return forwardAuth.answer(route, request, response).then(() => route)
      if (path === KEY_SET_PATH) return answerKeySet(keySet, request, response)
      if (await signIn(request, response)) return 'sso'
      return notFound(response)
    },
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

function notFound(response: ServerResponse): string {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  response.writeHead(404, headers).end('There is nothing here. A proxy passes other paths to the back end.\n')
  return 'none'
}
