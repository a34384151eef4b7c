import type { Operation } from '../operation.ts'
import type { Awaitable } from '../result.ts'
import type { Reply } from './reply.ts'
import type { IncomingRequest } from './request.ts'

/** One request. A route reads strictly, and only the parts that it needs. */
export type HttpRequest = Omit<IncomingRequest, 'raw' | 'body'>

/**
 * What a route looks at before it does anything: nothing of the citizen, a session, a session that gave a code where the account has an app, or
 * the same with a proof of the last minutes.
 */
export type Asked = 'nothing' | 'signed-in' | 'second-factor' | 'recent-proof'

/** The handler of one method on one path. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** The exact path, with the final slash. */
  readonly path: string
  /** How problems are answered: `page` in HTML, `api` in JSON, `oauth` as OAuth errors (RFC 6749 section 5.2). */
  readonly audience: Operation['audience']
  /** What its guard asks for. Who answers only after a guard says it, so that one test can list them all. */
  readonly asks: Asked
  /** What the API document says about it. A page for citizens has none. */
  readonly operation?: Operation
  /** The largest body in bytes. A larger one is refused. */
  readonly bodyLimitBytes?: number
  /** `by-get`: HEAD is answered like GET. `refused`: HEAD would have an effect or is not offered, so it gets a 405. */
  readonly head?: 'by-get' | 'refused'
  handle(http: HttpRequest): Awaitable<Reply>
}

/** Makes a route from its method with path, and its handler. A route that is not a page says what the API document says about it. */
export function route(
  method: Route['method'],
  path: string,
  what: 'page' | Operation,
  handle: Route['handle'],
): Route {
  return what === 'page'
    ? { method, path, audience: 'page', asks: 'nothing', handle }
    : { method, path, audience: what.audience, asks: 'nothing', operation: what, handle }
}
