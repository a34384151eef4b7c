import type { IncomingMessage, ServerResponse } from 'node:http'

/** What answers say to pages of an app on another origin (Fetch Standard section 3.3). */
export interface CrossOrigin {
  /** Says which page may read the answer. To be called before anything of it is written. */
  prepare(request: Pick<IncomingMessage, 'headers'>, response: ServerResponse): void
  /** Whether this method, with these headers, is the question of a browser whether a page of an app may send a request. */
  isPreflight(method: string | undefined, request: Pick<IncomingMessage, 'headers'>): boolean
  /** Allows the request that a browser asks about. The guard looks at it when it comes. */
  answerPreflight(request: Pick<IncomingMessage, 'headers'>, response: ServerResponse): void
}

const ALLOW_ORIGIN = 'access-control-allow-origin'
const EXPOSE_HEADERS = 'access-control-expose-headers'

/** Makes it for these origins. Credentials are never allowed, because the cookie is only for pages of the own origin. */
export function crossOrigin(origins: ReadonlySet<string>): CrossOrigin {
  const prepare: CrossOrigin['prepare'] = ({ headers: { origin } }, response) => {
    if (origins.size === 0) return
    response.setHeader('vary', 'Origin')
    if (origin === undefined || !origins.has(origin)) return
    response.setHeader(ALLOW_ORIGIN, origin)
    response.setHeader(EXPOSE_HEADERS, 'Retry-After, WWW-Authenticate')
  }
  return {
    prepare,
    isPreflight: (method, { headers }) =>
      method === 'OPTIONS' &&
      headers['access-control-request-method'] !== undefined &&
      origins.has(headers.origin ?? ''),
    answerPreflight({ headers }, response) {
      prepare({ headers }, response)
      const wanted = headers['access-control-request-headers']
      response.writeHead(204, {
        'access-control-allow-methods': headers['access-control-request-method'],
        ...(wanted === undefined ? {} : { 'access-control-allow-headers': wanted }),
        'access-control-max-age': '600',
      })
      response.end()
    },
  }
}

/**
 * Takes back what `prepare` has said where a back end speaks for itself. Returns what its answer needs beside its own lines, which
 * come with `writeHead`.
 */
export function besideBackEnd(
  response: ServerResponse,
  { headers }: Pick<IncomingMessage, 'headers'>,
): readonly string[] {
  // With our origin, credentials that the back end allows would be allowed to our origin.
  if (ALLOW_ORIGIN in headers || 'access-control-allow-credentials' in headers) {
    response.removeHeader(ALLOW_ORIGIN)
    response.removeHeader(EXPOSE_HEADERS)
  }
  return response.hasHeader('vary') && 'vary' in headers ? ['Vary', 'Origin'] : []
}
