/** Methods of which fetch makes no Request ("forbidden methods"). Node's parser lets TRACE pass. */
const FORBIDDEN = /^(?:CONNECT|TRACE|TRACK)$/i

/** The method for a Request. A forbidden one becomes a method that no endpoint takes, and so 405 with its `Allow`. */
export function methodForRequest(method: string): string {
  return FORBIDDEN.test(method) ? 'FORBIDDEN' : method
}

const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
}

/** Names and values alternate, so these are a thousand headers. */
const TOO_MANY_RAW_HEADERS = 2_000

/**
 * The answer to a request of a thousand headers. Node before version 26 drops those that follow, and with them what a
 * proxy adds to `X-Forwarded-For`. Null for any other request, and where the platform is not Node.
 */
export function refuseTooManyHeaders(rawHeaders: unknown): Response | null {
  if (!Array.isArray(rawHeaders) || rawHeaders.length < TOO_MANY_RAW_HEADERS) return null
  return new Response('The request has too many headers.\n', { status: 431, headers: HEADERS })
}
