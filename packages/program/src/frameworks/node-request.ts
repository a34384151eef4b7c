import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyStream, type WebBody } from './request-body.ts'
import { methodForRequest } from './request-head.ts'

/** A request as node:http and the frameworks on it give it; `body` is there where a parser ran before us. */
export type ParsedRequest = IncomingMessage & { body?: unknown; originalUrl?: string }

/** A Web request of the same content; the host is left out on purpose, since nothing may depend on it. */
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

/** Path and query alone, also where the request line was a whole address or not one at all. */
function addressOf(req: ParsedRequest): URL {
  const target = req.originalUrl ?? req.url ?? '/'
  const local = `http://localhost${target.startsWith('/') ? target : '/'}`
  return new URL(URL.canParse(local) ? local : 'http://localhost/')
}

function headersOf(req: ParsedRequest): Headers {
  const pairs = Object.entries(req.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  return new Headers(pairs)
}

/** What a parser has read already, put back into JSON; otherwise the stream itself. */
function bodyOf(req: ParsedRequest): WebBody | null {
  const { body } = req
  if (body === undefined || (body !== null && !req.readableEnded && !req.readableDidRead))
    return bodyStream(req)
  if (typeof body === 'string') return body
  return Buffer.isBuffer(body) ? Uint8Array.from(body) : JSON.stringify(body)
}

/** Writes a Web response out. */
export async function sendWebResponse(res: ServerResponse, response: Response): Promise<void> {
  res.statusCode = response.status
  response.headers.forEach((value, name) => {
    res.setHeader(name, value)
  })
  res.end(response.body ? Buffer.from(await response.arrayBuffer()) : undefined)
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
