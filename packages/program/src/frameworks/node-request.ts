import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { VisitorRequest } from '../program-sso.ts'
import { bodyStream, type WebBody } from './request-body.ts'
import { methodForRequest } from './request-head.ts'

/** A request of node:http, or of a framework on top of it. `body` is set if a body parser ran before us. */
export type ParsedRequest = IncomingMessage & { body?: unknown; originalUrl?: string }

/** Makes a Web request of the same content. Its host is always localhost, because nothing may depend on the host. */
export function toWebRequest(req: ParsedRequest): Request {
  const method = methodForRequest(req.method ?? 'GET')
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? bodyOf(req) : null
  return new Request(addressOf(req), {
    method,
    headers: headersOf(req),
    ...(body === null ? {} : { body, duplex: 'half' }),
  })
}

/** The path and the query. A request line with a whole address, or with none, becomes `/`. */
function addressOf(req: ParsedRequest): URL {
  const target = req.originalUrl ?? req.url ?? '/'
  const local = `http://localhost${target.startsWith('/') ? target : '/'}`
  return new URL(URL.canParse(local) ? local : 'http://localhost/')
}

/** The headers of a request, without the pseudo-headers of HTTP/2 (RFC 9113 section 8.3), which `Headers` refuses. */
export function headersOf({ headers }: Pick<IncomingMessage, 'headers'>): Headers {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(':') ? [] : [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  return new Headers(pairs)
}

/** The stream, or what a body parser has made of it, written as JSON again. */
function bodyOf(req: ParsedRequest): WebBody | null {
  const { body } = req
  if (body === undefined || (body !== null && !req.readableEnded && !req.readableDidRead))
    return bodyStream(req)
  if (typeof body === 'string') return body
  return Buffer.isBuffer(body) ? Uint8Array.from(body) : JSON.stringify(body)
}

/** What the guard reads of a request. Below a router of Express, only `originalUrl` is the whole path. */
export function visitorOf(req: ParsedRequest): VisitorRequest {
  return { headers: req.headers, method: req.method, url: req.originalUrl ?? req.url }
}

/** Sends a Web response. */
export async function sendWebResponse(res: ServerResponse, response: Response): Promise<void> {
  res.statusCode = response.status
  response.headers.forEach((value, name) => {
    // HTTP/2 has no such header (RFC 9113 section 8.2.2).
    if (name === 'connection' && res.req.httpVersionMajor > 1) return
    // Each Set-Cookie line stands alone, also beside those of the program.
    if (name === 'set-cookie') res.appendHeader(name, value)
    else res.setHeader(name, value)
  })
  res.end(response.body ? Buffer.from(await response.arrayBuffer()) : undefined)
}

/** Answers a request to upgrade with a Web response, and closes the connection. */
export async function refuseUpgrade(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  const { status } = response
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`]
  response.headers.forEach((value, name) => {
    lines.push(`${name}: ${value}`)
  })
  lines.push(`content-length: ${body.length}`, 'connection: close')
  // The server has left this socket alone, so a browser that keeps its end would keep it open.
  socket.once('finish', () => socket.destroy())
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]))
}

/** The address at the other end of the connection. */
export function peerOf(req: IncomingMessage): { ip?: string } {
  const ip = req.socket?.remoteAddress
  return ip === undefined ? {} : { ip }
}

/** The path of a request without its query. */
export function pathOf(req: ParsedRequest): string {
  return addressOf(req).pathname
}
