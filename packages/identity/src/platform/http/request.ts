import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { type Random, randomLettersAndDigits } from '../random.ts'
import { type Result, refused } from '../result.ts'
import { readTraceParent } from '../trace-context.ts'
import { isMediaType } from './body.ts'
import type { Caller } from './client-address.ts'
import { type CookieJar, readCookies } from './cookies.ts'
import { type JsonObject, type JsonRefusal, parseJsonObject } from './json.ts'
import { type Parameters, parseParameters } from './parameters.ts'

const ORIGIN = /^https?:\/\/[^/?#]*/i
const FORM_TYPE = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** What a request knows of the server that it came to. */
export interface ServedBy {
  readonly cookies: CookieJar
  readonly closing: AbortSignal
}

/** One request. Rooms see it as `HttpRequest`, without `raw` and `body`. */
export class IncomingRequest {
  readonly raw: IncomingMessage
  /** The id of this request in logs, audit events and on error pages. */
  readonly requestId: string
  readonly caller: Caller
  /** The path without the query. */
  readonly path: string
  /** The query before decoding, without the question mark. */
  readonly rawQuery: string
  /** The trace that the request belongs to, where it belongs to one. */
  traceId: string | undefined
  /** The bytes of the body, where the route reads one. */
  body: Buffer | undefined
  /** Aborted when the server closes: a request that waits for something gets its answer then. */
  readonly closing: AbortSignal
  readonly #cookies: CookieJar
  #sentCookies: ReadonlyMap<string, string> | undefined
  #query: Result<Parameters, 'malformed'> | undefined

  constructor(raw: IncomingMessage, requestId: string, caller: Caller, server: ServedBy) {
    const { path, rawQuery } = targetOf(raw.url ?? '')
    this.raw = raw
    this.requestId = requestId
    this.caller = caller
    this.path = path
    this.rawQuery = rawQuery
    this.closing = server.closing
    this.#cookies = server.cookies
    this.traceId = readTraceParent(caller.traceparent)?.traceId
  }
  /** The caller's address, behind any trusted proxies. */
  get address(): string {
    return this.caller.address
  }
  get method(): string {
    return this.raw.method ?? ''
  }
  header(name: string): string | undefined {
    const value = this.raw.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
  cookie(shortName: string): string | undefined {
    this.#sentCookies ??= readCookies(this.raw.headers.cookie ?? '')
    return this.#sentCookies.get(this.#cookies.name(shortName))
  }
  /**
   * Calls the listener when the caller's connection ends before the answer. For a request without a body: the event of one
   * with a body comes when the body is read. Returns the function that stops listening.
   */
  whenLeft(listener: () => void): () => void {
    const { raw } = this
    const tell = () => raw.socket.destroyed && listener()
    raw.once('close', tell)
    tell()
    return () => void raw.off('close', tell)
  }
  query(): Result<Parameters, 'malformed'> {
    this.#query ??= parseParameters(this.rawQuery)
    return this.#query
  }
  form(): Result<Parameters, 'not-a-form' | 'malformed'> {
    if (!isMediaType(this.header('content-type'), FORM_TYPE) || this.#isEncoded())
      return refused('not-a-form')
    const body = this.body ?? Buffer.alloc(0)
    return isUtf8(body) ? parseParameters(body.toString('utf8')) : refused('malformed')
  }
  json(): Result<JsonObject, JsonRefusal | 'not-json-type'> {
    if (!isMediaType(this.header('content-type'), JSON_TYPE) || this.#isEncoded())
      return refused('not-json-type')
    return parseJsonObject(this.body ?? Buffer.alloc(0))
  }
  #isEncoded(): boolean {
    return (this.header('content-encoding') ?? 'identity').toLowerCase() !== 'identity'
  }
}

/** Splits a request target. The host in an absolute one does not count (RFC 9112 section 3.2.2). */
function targetOf(url: string): { readonly path: string; readonly rawQuery: string } {
  const local = url.startsWith('/') ? url : url.replace(ORIGIN, '')
  const at = local.indexOf('?')
  return at < 0 ? { path: local, rawQuery: '' } : { path: local.slice(0, at), rawQuery: local.slice(at + 1) }
}

/**
 * Makes request ids: a random word of this process, then a number. So no two requests of any processes share an id. They have letters and
 * digits alone: people read them out, and what begins with a hyphen is an option of a command.
 */
export function requestIds(random: Random): () => string {
  const process = randomLettersAndDigits(random, 8)
  let number = 0
  return () => {
    number += 1
    return process + number.toString(36).padStart(4, '0')
  }
}
