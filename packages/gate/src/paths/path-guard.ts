import type { CitizenCheck, VisitorRequest } from '@portico/program'
import type { GateAccount, GateSso } from '../guard.ts'
import { isListed } from './listed-paths.ts'
import type { PathRules } from './path-rules.ts'
import { minutesFor } from './recent-paths.ts'

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
  const checks = new Map<number, CitizenCheck<GateAccount>>()
  for (const { withinMinutes } of recentPaths)
    checks.set(withinMinutes, sso.requireRecentSignIn({ withinSeconds: withinMinutes * 60 }))
  const minutesOf = (visitor: VisitorAt) => {
    const addresses = [visitor.url, ...otherPathsOf(visitor)]
    const minutes = addresses.flatMap((url) => minutesFor(url, recentPaths) ?? [])
    return minutes.length === 0 ? null : Math.min(...minutes)
  }
  return {
    needsRecentSignIn: (visitor) => minutesOf(visitor) !== null,
    showsProblems: (visitor) =>
      visitor.method === 'GET' && visitor.url.split('?')[0] === problemPath && minutesOf(visitor) === null,
    async check(visitor) {
      const minutes = minutesOf(visitor)
      const check = (minutes === null ? undefined : checks.get(minutes)) ?? sso
      const acceptTicket = isListed(visitor.url, ticketPaths)
      const result = await check.authenticate(visitor, { acceptTicket })
      return { result, isByTicket: acceptTicket && visitor.url.includes('sso_ticket=') }
    },
  }
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
