import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { accepted, type Result, refused } from '../result.ts'
import { type CookieJar, readCookie } from './cookies.ts'
import { type JsonObject, type JsonRefusal, parseJsonObject } from './json.ts'
import { type Parameters, parseParameters } from './parameters.ts'
import type { FormRefusal, HttpRequest } from './route.ts'

const FORM_TYPE = /^application\/x-www-form-urlencoded(?:\s*;\s*charset="?utf-8"?)?\s*$/i
const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i

/** One request, as rooms see it. */
export class IncomingRequest implements HttpRequest {
  readonly #request: FastifyRequest
  readonly #cookies: CookieJar
  readonly address: string
  #query: Result<Parameters, 'malformed'> | undefined

  constructor(request: FastifyRequest, address: string, cookies: CookieJar) {
    this.#request = request
    this.#cookies = cookies
    this.address = address
  }
  get method(): string {
    return this.#request.method
  }
  get requestId(): string {
    return this.#request.id
  }
  get path(): string {
    const { url } = this.#request
    const at = url.indexOf('?')
    return at < 0 ? url : url.slice(0, at)
  }
  get rawQuery(): string {
    const { url } = this.#request
    const at = url.indexOf('?')
    return at < 0 ? '' : url.slice(at + 1)
  }
  header(name: string): string | undefined {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
  cookie(shortName: string): string | undefined {
    return readCookie(this.#request.headers.cookie, this.#cookies.name(shortName))
  }
  query(): Result<Parameters, 'malformed'> {
    this.#query ??= parseParameters(this.rawQuery)
    return this.#query
  }
  form(): Result<Parameters, FormRefusal> {
    if (!FORM_TYPE.test(this.header('content-type') ?? '') || this.#isEncoded()) return refused('not-a-form')
    const body = this.#body()
    return isUtf8(body) ? parseParameters(body.toString('utf8')) : refused('malformed')
  }
  json(): Result<JsonObject, JsonRefusal | 'not-json-type'> {
    if (!JSON_TYPE.test(this.header('content-type') ?? '') || this.#isEncoded())
      return refused('not-json-type')
    const parsed = parseJsonObject(this.#body())
    return parsed.ok ? accepted(parsed.value) : parsed
  }
  #isEncoded(): boolean {
    return (this.header('content-encoding') ?? 'identity').toLowerCase() !== 'identity'
  }
  #body(): Buffer {
    const { body } = this.#request
    return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  }
}
