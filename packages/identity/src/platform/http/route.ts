import type { Awaitable } from '../awaitable.ts'
import type { Result } from '../result.ts'
import type { JsonObject, JsonRefusal } from './json.ts'
import type { Parameters } from './parameters.ts'
import type { Reply } from './reply.ts'

/** Why a form cannot be read. */
export type FormRefusal = 'not-a-form' | 'malformed'

/** One request, read strictly and only as far as a route asks. */
export interface HttpRequest {
  readonly method: string
  /** The path without the query. */
  readonly path: string
  /** The query as it came, without the question mark. */
  readonly rawQuery: string
  /** Names this request in logs, audit events and on error pages. */
  readonly requestId: string
  /** Who is asking, proxies accounted for. */
  readonly address: string
  header(name: string): string | undefined
  cookie(shortName: string): string | undefined
  query(): Result<Parameters, 'malformed'>
  form(): Result<Parameters, FormRefusal>
  json(): Result<JsonObject, JsonRefusal | 'not-json-type'>
}

/** What answers one method on one path. */
export interface Route {
  readonly method: 'GET' | 'POST'
  /** Exactly as written, with the slash. */
  readonly path: string
  /** `page` answers problems in HTML, `api` in JSON; `oauth` in OAuth errors (RFC 6749 section 5.2). */
  readonly audience: 'page' | 'api' | 'oauth'
  /** The largest body that is read, in bytes; more is refused unread. */
  readonly bodyLimitBytes?: number
  /** `by-get`: HEAD answers as GET would; `refused`: HEAD would have an effect or is not offered, so it is 405. */
  readonly head?: 'by-get' | 'refused'
  handle(http: HttpRequest): Awaitable<Reply>
}

/** Writes a route down. */
export function route(
  method: Route['method'],
  path: string,
  audience: Route['audience'],
  handle: Route['handle'],
): Route {
  return { method, path, audience, handle }
}
