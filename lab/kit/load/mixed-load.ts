import type { CheckedRequest } from '../http/request.ts'
import type { HttpResponse } from '../http/response.ts'
import {
  authorizeRequest,
  codeIn,
  codeRequest,
  introspectionRequest,
  type Person,
  type Provider,
  refreshRequest,
  registrationRequest,
  revocationRequest,
  type Tokens,
  tokensIn,
  userinfoRequest,
} from '../oauth-requests.ts'
import type { Script, ScriptRequest } from './script.ts'
import { spreadOut } from './spread-out.ts'

/** What citizens and programs begin; a visit is five requests: a code, its tokens, an introspection, their end, and another one. */
export type MixedKind = 'introspection' | 'refresh' | 'userinfo' | 'visit' | 'sign-in' | 'registration'

/** A citizen who uses a program while the load runs. */
export type MixedPerson = Person & { readonly tokens: Tokens }

/** Everything side by side, as often as the weights say. */
export interface MixedLoad {
  readonly kind: 'mixed'
  readonly weights: Readonly<Record<MixedKind, number>>
  readonly provider: Provider
  /** At least one for each connection: nobody does two things at once. */
  readonly people: readonly MixedPerson[]
  readonly signIns: readonly CheckedRequest[]
}

/** What a citizen does; returns the citizen with other tokens where there are any. */
type Part = Generator<ScriptRequest, MixedPerson | undefined, HttpResponse>

/** Addresses that this process has registered. */
let registered = 0

/** What citizens and programs do. A connection ends what it has begun before it begins anything new. */
export function mixedScripts({ weights, provider, people, signIns }: MixedLoad): () => Script {
  const order = spreadOut(weights)
  const idle = [...people]
  let turn = 0
  let signedIn = 0
  const begin: Readonly<Record<MixedKind, (person: MixedPerson) => Part>> = {
    *introspection({ subject, tokens }) {
      yield { kind: 'introspection', ...introspectionRequest(provider, tokens.access_token, subject) }
      return undefined
    },
    *userinfo({ subject, tokens }) {
      yield { kind: 'userinfo', ...userinfoRequest(provider, tokens.access_token, subject) }
      return undefined
    },
    *refresh(person) {
      // A response without tokens is a fault already; the citizen goes on with what there was.
      const tokens = tokensIn(
        yield { kind: 'refresh', ...refreshRequest(provider, person.tokens.refresh_token) },
      )
      return tokens && { ...person, tokens }
    },
    visit: (person) => visit(provider, person),
    *'sign-in'() {
      signedIn += 1
      yield { kind: 'sign-in', ...(signIns[signedIn % signIns.length] ?? nobody()) }
      return undefined
    },
    *registration() {
      registered += 1
      yield {
        kind: 'registration',
        ...registrationRequest(`mixed.${process.pid}.${registered}@example.test`),
      }
      return undefined
    },
  }
  return function* () {
    for (;;) {
      const kind = order[turn % order.length] ?? 'introspection'
      turn += 1
      // Whoever does something is not idle until it is answered, so no two requests of a citizen cross.
      const person = idle.shift() ?? nobody()
      idle.push((yield* begin[kind](person)) ?? person)
    }
  }
}

function nobody(): never {
  throw new Error('A mixed load needs more people than connections')
}

/** Comes in by another browser window: code, tokens, an introspection, their end, an introspection that finds it. */
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
