import type { CheckedRequest } from '../../../journeys/kit/http/request.ts'
import type { HttpResponse } from '../../../journeys/kit/http/response.ts'
import {
  authorizeRequest,
  codeIn,
  codeRequest,
  introspectionRequest,
  type Provider,
  refreshRequest,
  registrationRequest,
  revocationRequest,
  tokensIn,
  userinfoRequest,
} from '../../../journeys/kit/oauth-requests.ts'
import type { MixedKind, MixedLoad, MixedPerson, Script, ScriptRequest } from './plan.ts'
import { spreadOut } from './spread-out.ts'

/** One action of a citizen. Returns the citizen, with new tokens where there are any. */
type Part = Generator<ScriptRequest, MixedPerson | undefined, HttpResponse>

/** Addresses that this process has registered. */
let registered = 0

/** The actions of citizens and programs. A connection finishes an action before it begins another. */
export function mixedScripts({ weights, provider, people, signIns }: MixedLoad): () => Script {
  const order = spreadOut(weights)
  const idle = [...people]
  let turn = 0
  let signedIn = 0
  const begin: Readonly<Record<MixedKind, (person: MixedPerson) => Part>> = {
    introspection: ({ subject, tokens }) =>
      once('introspection', introspectionRequest(provider, tokens.access_token, subject)),
    userinfo: ({ subject, tokens }) =>
      once('userinfo', userinfoRequest(provider, tokens.access_token, subject)),
    *refresh(person) {
      // A response without tokens is already a fault. The citizen keeps the old ones.
      const request = refreshRequest(provider, person.tokens.refresh_token)
      const tokens = tokensIn(yield { kind: 'refresh', ...request })
      return tokens && { ...person, tokens }
    },
    visit: (person) => visit(provider, person),
    'sign-in': () => once('sign-in', signIns[(signedIn += 1) % signIns.length] ?? nobody()),
    registration: () =>
      once('registration', registrationRequest(`mixed.${process.pid}.${(registered += 1)}@example.test`)),
  }
  return function* () {
    for (;;) {
      const kind = order[turn % order.length] ?? 'introspection'
      turn += 1
      // A citizen is not idle until the request is answered, so two requests of a citizen never overlap.
      const person = idle.shift() ?? nobody()
      idle.push((yield* begin[kind](person)) ?? person)
    }
  }
}

/** An action of one request, which changes nothing for the citizen. */
function* once(kind: string, request: CheckedRequest): Part {
  yield { kind, ...request }
  return undefined
}

function nobody(): never {
  throw new Error('A mixed load needs more people than connections')
}

/**
 * Signs in from another browser window: code, tokens, an introspection, their revocation, an introspection that finds
 * them ended.
 */
function* visit(provider: Provider, person: MixedPerson): Part {
  const code = codeIn(yield { kind: 'authorize', ...authorizeRequest(provider, person) })
  if (code === undefined) return undefined
  const tokens = tokensIn(yield { kind: 'code-exchange', ...codeRequest(provider, { code }) })
  if (!tokens) return undefined
  const { access_token, refresh_token } = tokens
  yield { kind: 'introspection', ...introspectionRequest(provider, access_token, person.subject) }
  yield { kind: 'revocation', ...revocationRequest(provider, refresh_token) }
  const ended = { ...introspectionRequest(provider, access_token), contains: '"active":false' }
  yield { kind: 'introspection once revoked', ...ended }
  return undefined
}
