/** A request before it is written. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Headers
  readonly body?: string
}

/** A request, and what its response must contain. */
export interface CheckedRequest extends HttpRequest {
  readonly status: number
  /** Text that the head or the body of the response must contain. */
  readonly contains: string
}

type Headers = Readonly<Record<string, string>>

export function getRequest(path: string, headers: Headers = {}): HttpRequest {
  return { method: 'GET', path, headers }
}

export function formRequest(path: string, fields: Headers, headers: Headers = {}): HttpRequest {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', path, headers: { ...type, ...headers }, body: String(new URLSearchParams(fields)) }
}

export function jsonRequest(path: string, body: unknown, headers: Headers = {}): HttpRequest {
  const type = { 'content-type': 'application/json' }
  return { method: 'POST', path, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

/** The bytes of a request to a port of this machine. */
export function bytesOf({ method, path, headers, body }: HttpRequest, port: number): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: localhost:${port}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined) lines.push(`content-length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

/** A `Cookie` header of these names and values. */
export function cookieHeader(cookies: Iterable<readonly [string, string]>): string {
  return [...cookies].map((pair) => pair.join('=')).join('; ')
}
