import type { CitizenCheck, VisitorRequest } from '@portico/program'
import type { GateAccount, GateSso } from '../guard.ts'
import { isListed } from './listed-paths.ts'
import type { PathRules } from './path-rules.ts'
import { type Demand, demandFor, type Factor, strictest } from './recent-paths.ts'

/** A request whose path is known. */
type VisitorAt = VisitorRequest & { readonly url: string }

/** Who a request is from, by what its path asks for. */
export interface CheckedVisitor {
  readonly result: Awaited<ReturnType<CitizenCheck<GateAccount>['authenticate']>>
  /** Whether a ticket in the address was looked at. Then it is spent, and nothing else counts. */
  readonly isByTicket: boolean
}

/** Guards each request by its path. */
export interface PathGuard {
  /** Whether the path needs a sign-in of a short time ago, in any spelling. Such a path is public on no list. */
  needsRecentSignIn(visitor: VisitorAt): boolean
  /** Whether this is the page for sign-in problems. If it needed a sign-in, it and the sign-in would redirect for ever. */
  showsProblems(visitor: VisitorAt): boolean
  check(visitor: VisitorAt): Promise<CheckedVisitor>
}

/** Some back ends read the path from these headers. CGI, WSGI and Rack do not tell `-` and `_` apart. */
const OTHER_PATH = /^x[^a-z0-9](?:original|rewrite)[^a-z0-9]url$/

/** Makes the guard. */
export function createPathGuard(
  sso: GateSso,
  { ticketPaths, recentPaths, problemPath }: PathRules,
): PathGuard {
  const checks = new Map<string, CitizenCheck<GateAccount>>()
  const checkFor = (demand: Demand) => {
    const { withinMinutes, factor } = demand
    const name = `${withinMinutes} ${factor}`
    const made =
      checks.get(name) ?? sso.requireRecentSignIn({ withinSeconds: withinMinutes * 60, acr: CLASSES[factor] })
    checks.set(name, made)
    return made
  }
  const demandOf = (visitor: VisitorAt) => {
    const addresses = [visitor.url, ...otherPathsOf(visitor)]
    return strictest(addresses.flatMap((url) => demandFor(url, recentPaths) ?? []))
  }
  return {
    needsRecentSignIn: (visitor) => demandOf(visitor) !== null,
    showsProblems: (visitor) =>
      visitor.method === 'GET' && visitor.url.split('?')[0] === problemPath && demandOf(visitor) === null,
    async check(visitor) {
      const demand = demandOf(visitor)
      const check = demand ? checkFor(demand) : sso
      const acceptTicket = isListed(visitor.url, ticketPaths)
      const result = await check.authenticate(visitor, { acceptTicket })
      return { result, isByTicket: acceptTicket && visitor.url.includes('sso_ticket=') }
    },
  }
}

/**
 * The classes that count (`acr`), the preferred one first: a passkey (EAP ACR Values 1.0 section 2) also is two factors (PAPE 1.0
 * section 4).
 */
const CLASSES: Readonly<Record<Factor, readonly string[]>> = {
  any: [],
  'two-factors': ['http://schemas.openid.net/pape/policies/2007/06/multi-factor', 'phr', 'phrh'],
  passkey: ['phr', 'phrh'],
}

function otherPathsOf({ headers }: VisitorAt): readonly string[] {
  const lines = headers instanceof Headers ? [...headers] : Object.entries(headers)
  return lines.flatMap(([name, value]) =>
    OTHER_PATH.test(name.toLowerCase())
      ? [value ?? []].flat().map((url) => (url.startsWith('/') ? url : UNCLEAR_PATH))
      : [],
  )
}

/** For a value that is no path: two readers would read it in two ways. */
const UNCLEAR_PATH = '//'
