import type { IncomingMessage } from 'node:http'
import { type IdentityHeaders, isOnlyFromProxies } from '../identity-header/index.ts'
import { isGateCookie, otherCookies } from '../platform/index.ts'
import type { AnswerFor, ReverseProxyNeeds } from './forwarding-needs.ts'

/** They belong to one connection (RFC 9110 section 7.6.1). `TE` and `Expect` are answered by this side. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
])

/**
 * Names of other characters could be read as other names: CGI, WSGI and Rack do not tell `X_Own` and `X-Own` apart, and
 * gunicorn takes the path from `SCRIPT_NAME`. nginx drops them, too.
 */
const PLAIN_NAME = /^[a-z0-9-]+$/

/**
 * Families of names that say which trace a request belongs to: W3C Trace Context and Baggage, and what was there before them.
 * Who chooses the trace chooses what the back end records and under which id, so only an own proxy does.
 */
const TRACE =
  /^(?:traceparent|tracestate|baggage|b3|x-b3|x-ot-span|ot-baggage|uber-trace|uberctx|x-cloud-trace|x-amzn-trace|x-datadog|sentry-trace)(?:-|$)/

/** What is needed to write headers. */
export type HeaderNeeds = Pick<ReverseProxyNeeds, 'programUrl' | 'cookieName' | 'trusted'>

/** The headers for the back end: names and values alternate, in the order of the visitor. */
export function headersForBackEnd(
  needs: HeaderNeeds,
  request: IncomingMessage,
  identity: IdentityHeaders,
): string[] {
  const isTraced = needs.trusted.has(request.socket.remoteAddress)
  const passed = endToEnd(request)
    .filter(([name]) => isTraced || !TRACE.test(name.toLowerCase()))
    .flatMap(([name, value]) => passedOn(needs, name, value))
  return [...passed, ...framingOf(request), ...forwarded(needs, request), ...Object.entries(identity).flat()]
}

/** How long the body is, where the visitor's own line about it was only for one connection or is missing. */
function framingOf({ method = '', headers }: IncomingMessage): readonly string[] {
  if (headers['transfer-encoding'] !== undefined) return ['Transfer-Encoding', 'chunked']
  const isBodyUsual = method !== 'GET' && method !== 'HEAD'
  return headers['content-length'] === undefined && isBodyUsual ? ['Content-Length', '0'] : []
}

type Line = readonly [name: string, value: string]

/** The lines that belong to no single connection. */
export function endToEnd({
  rawHeaders,
  headers,
}: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): readonly Line[] {
  // A visitor may write thousands of names, and as many lines.
  const named = new Set(
    (headers.connection ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  )
  const lines: Line[] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    const lower = name.toLowerCase()
    if (!HOP_BY_HOP.has(lower) && !(named.has(lower) && !FRAMING.has(lower))) lines.push([name, value])
  }
  return lines
}

/** A `Connection` that names these would take the length or the host away from the next reader. */
const FRAMING = new Set(['content-length', 'host'])

/** A bearer token that the program side made. It is not for the back end. */
const OWN_BEARER = /^\s*bearer\s+pp[a-z]_/i

function passedOn({ cookieName }: HeaderNeeds, name: string, value: string): readonly string[] {
  const plain = name.toLowerCase()
  if (!PLAIN_NAME.test(plain) || isOnlyFromProxies(plain)) return []
  if (plain === 'authorization' && OWN_BEARER.test(value)) return []
  if (plain !== 'cookie') return [name, value]
  const cookies = otherCookies(value, cookieName)
  return cookies === '' ? [] : [name, cookies]
}

function forwarded({ programUrl, trusted }: HeaderNeeds, request: IncomingMessage): readonly string[] {
  const address = request.socket.remoteAddress ?? ''
  const before = trusted.has(address) ? (request.headersDistinct['x-forwarded-for'] ?? []) : []
  return [
    ...['X-Forwarded-For', [...before, address].join(', ')],
    ...['X-Forwarded-Proto', programUrl.protocol.slice(0, -1)],
    ...['X-Forwarded-Host', programUrl.host],
  ]
}

/** What is added where the back end says nothing. Caches on the way cannot see that an answer is for one citizen: it came by a cookie. */
const ADDED: Readonly<Record<AnswerFor, readonly Line[]>> = {
  everybody: [],
  citizen: [['Cache-Control', 'no-store']],
  ticket: [
    ['Cache-Control', 'no-store'],
    ['Referrer-Policy', 'no-referrer'],
  ],
}

/** The headers of an answer of the back end, for the visitor. */
export function headersForVisitor(
  { cookieName }: Pick<HeaderNeeds, 'cookieName'>,
  answer: IncomingMessage,
  answerFor: AnswerFor,
): string[] {
  const lines = endToEnd(answer).filter(
    ([name, value]) => name.toLowerCase() !== 'set-cookie' || !isGateCookie(value, cookieName),
  )
  const said = new Set(lines.map(([name]) => name.toLowerCase()))
  const added = ADDED[answerFor].filter(([name]) => !said.has(name.toLowerCase()))
  return [...lines.flat(), ...added.flat()]
}
