import { isJsonObject } from '../platform/index.ts'
import type { AuthenticateOptions, ProgramSso, RecentSignIn, VisitorRequest } from '../program-sso.ts'
import {
  askedFor,
  type CitizenOnRequest,
  citizenOrNull,
  citizenOrRefusal,
  type FallbackGuard,
} from './citizen.ts'
import { watchedAnswer } from './watch-answer.ts'

export type { CitizenOnRequest, FallbackGuard } from './citizen.ts'

/** What a route handler asks for beside a citizen. */
export interface RouteOptions extends AuthenticateOptions {
  /** Refuses a sign-in that is too old, or of another class. */
  readonly recent?: RecentSignIn
}

/** What the program takes from Next.js: `headers` of `next/headers`, and `redirect` of `next/navigation`. */
export interface NextParts {
  readonly headers: () => Promise<Pick<Headers, 'get' | 'entries'>>
  readonly redirect: (address: string) => never
  /** The program's old guard, which is asked for a bearer that is not ours. */
  readonly fallback?: FallbackGuard<Headers>
}

/** The functions of `nextSso`. */
export interface NextSso<Account> {
  /** The endpoints, for `app/api/v1/sso/[...path]/route.ts`. */
  readonly routes: Readonly<
    Record<'GET' | 'HEAD' | 'POST' | 'OPTIONS', (request: Request) => Promise<Response>>
  >
  /**
   * The citizen of a page, in a server component. A visitor is redirected to sign in, and comes back to `path`. Throws a
   * `CitizenRefused` if the session cannot be checked now. With `recent`, a citizen who signed in too long ago is redirected,
   * too.
   */
  pageCitizen(path: string, recent?: RecentSignIn): Promise<CitizenOnRequest<Account>>
  /**
   * The citizen of a server action. A visitor is redirected to sign in, and comes back to `path`. Throws a
   * `CitizenRefused` if a page of another site sent the form, or if the session cannot be checked now.
   */
  actionCitizen(path: string, recent?: RecentSignIn): Promise<CitizenOnRequest<Account>>
  /** The citizen of a page, or null if nobody is signed in, or if the session cannot be checked now. */
  optionalCitizen(): Promise<CitizenOnRequest<Account> | null>
  /**
   * A route handler for citizens. Everybody else gets the refusal. With `acceptTicket`, a one-time ticket in the address
   * counts, too.
   */
  withCitizen<Asked extends Request, Context>(
    answer: (
      request: Asked,
      citizen: CitizenOnRequest<Account>,
      context: Context,
    ) => Response | Promise<Response>,
    options?: RouteOptions,
  ): (request: Asked, context: Context) => Promise<Response>
}

/** Why a page or an action has no citizen. `error.tsx` sees only the digest, which is the status. */
export class CitizenRefused extends Error {
  override readonly name = 'CitizenRefused'
  /** 503: the session cannot be checked now. 401: a sign-in would change nothing. */
  readonly status: number
  readonly digest: string

  constructor(status: number) {
    super(
      status === 503
        ? 'The session of the citizen cannot be checked now, so the page cannot be shown. Try again later.'
        : 'The request was refused, and a sign-in would change nothing: it came from a page of another site, or with a bearer token.',
    )
    this.status = status
    this.digest = String(status)
  }
}

/**
 * The endpoints and the guards for the App Router of Next.js 16. Pages and actions need cookie mode. `open` makes the
 * program at the first request, because `next build` loads every module. If it fails, the next request calls it again.
 */
export function nextSso<Account extends { id: string }>(
  open: () => ProgramSso<Account> | Promise<ProgramSso<Account>>,
  { headers, redirect, fallback }: NextParts,
): NextSso<Account> {
  const program = onceOpened(open)
  const checkOf = async (recent?: RecentSignIn) =>
    recent ? (await program()).requireRecentSignIn(recent) : program()
  const ask = async (
    asked: Headers,
    visitor: Partial<VisitorRequest>,
    { recent, ...options }: RouteOptions = {},
  ) =>
    citizenOrRefusal(
      await checkOf(recent),
      { headers: asked, ...visitor },
      askedFor(asked, { ...options, fallback }),
    )
  const refusedWith = (response: Response): never => {
    const address = response.headers.get('location')
    if (address === null) throw new CitizenRefused(response.status)
    return redirect(address)
  }
  const route = async (request: Request) =>
    (await (await program()).handle(request)) ?? new Response(null, { status: 404 })
  const pageCitizen = async (path: string, recent?: RecentSignIn) => {
    const found = await ask(asNavigation(await headers()), { method: 'GET', url: path }, recent && { recent })
    return found instanceof Response ? refusedWith(found) : found
  }
  return {
    routes: { GET: route, HEAD: route, POST: route, OPTIONS: route },
    pageCitizen,
    async actionCitizen(path, recent) {
      const found = await ask(copyOf(await headers()), { method: 'POST' }, recent && { recent })
      if (!(found instanceof Response)) return found
      return (await isMendedBySignIn(found)) ? pageCitizen(path, recent) : refusedWith(found)
    },
    async optionalCitizen() {
      const asked = copyOf(await headers())
      return citizenOrNull(await program(), { headers: asked, method: 'GET' }, askedFor(asked, { fallback }))
    },
    withCitizen: (answer, options) => async (request, context) => {
      const { headers: asked, method, url } = request
      const found = await ask(asked, { method, url }, options)
      if (found instanceof Response) return found
      const through = { request: { headers: asked, method, url }, citizen: found, left: request.signal }
      return watchedAnswer(await checkOf(), { ...through, ...options }, () => answer(request, found, context))
    },
  }
}

function onceOpened<Opened>(open: () => Opened | Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | null = null
  return () => {
    opened ??= Promise.resolve()
      .then(open)
      .catch((error: unknown) => {
        opened = null
        throw error
      })
    return opened
  }
}

function copyOf(headers: Pick<Headers, 'entries'>): Headers {
  return new Headers([...headers.entries()])
}

/** When a citizen follows a link, Next.js fetches the page with a script. It is a page nevertheless. */
function asNavigation(headers: Pick<Headers, 'entries'>): Headers {
  const asked = copyOf(headers)
  asked.set('accept', 'text/html')
  asked.set('sec-fetch-mode', 'navigate')
  asked.set('sec-fetch-dest', 'document')
  asked.delete('x-requested-with')
  return asked
}

async function isMendedBySignIn(refusal: Response): Promise<boolean> {
  if (refusal.status !== 401) return false
  const body: unknown = await refusal.clone().json()
  return !(isJsonObject(body) && body['code'] === 'cross_site_request')
}
