import type { Awaitable } from '../awaitable.ts'
import type { Result } from '../result.ts'
import type { JsonObject, JsonRefusal } from './json.ts'
import type { Parameters } from './parameters.ts'
import type { Reply } from './reply.ts'

/** Why a form cannot be read. */
export type FormRefusal = 'not-a-form' | 'malformed'

/** One request. A route reads strictly, and only the parts that it needs. */
export interface HttpRequest {
  readonly method: string
  /** The path without the query. */
  readonly path: string
  /** The query before decoding, without the question mark. */
  readonly rawQuery: string
  /** The id of this request in logs, audit events and on error pages. */
  readonly requestId: string
  /** The caller's address, behind any trusted proxies. */
  readonly address: string
  header(name: string): string | undefined
  cookie(shortName: string): string | undefined
  query(): Result<Parameters, 'malformed'>
  form(): Result<Parameters, FormRefusal>
  json(): Result<JsonObject, JsonRefusal | 'not-json-type'>
}

/** The handler of one method on one path. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** The exact path, with the final slash. */
  readonly path: string
  /** How problems are answered: `page` in HTML, `api` in JSON, `oauth` as OAuth errors (RFC 6749 section 5.2). */
  readonly audience: 'page' | 'api' | 'oauth'
  /** The largest body in bytes. A larger one is refused. */
  readonly bodyLimitBytes?: number
  /** `by-get`: HEAD is answered like GET. `refused`: HEAD would have an effect or is not offered, so it gets a 405. */
  readonly head?: 'by-get' | 'refused'
  handle(http: HttpRequest): Awaitable<Reply>
}

/** Makes a route from its method with path, and its handler. */
export function route(
  method: Route['method'],
  path: string,
  audience: Route['audience'],
  handle: Route['handle'],
): Route {
  return { method, path, audience, handle }
}
