import { empty } from './reply.ts'

/** The origins of the return addresses, which are those of apps. An address with a custom scheme has one, too, if it has a host. */
export function appOriginsOf(returnUris: readonly string[]): ReadonlySet<string> {
  const urls = returnUris.map((uri) => new URL(uri)).filter(({ host }) => host !== '')
  return new Set(urls.map((url) => `${url.protocol}//${url.host}`))
}

/** The CORS headers. Credentials are not allowed, because the cookie is only for pages of the own origin. */
export function corsHeaders(
  request: Request,
  origins: ReadonlySet<string> | null,
): Readonly<Record<string, string>> {
  if (!origins) return {}
  const origin = request.headers.get('origin')
  if (origin === null || !origins.has(origin)) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Retry-After, WWW-Authenticate',
  }
}

/** The response to a CORS preflight request. */
export function preflight(methods: string): Response {
  return empty(204, {
    allow: `${methods}, OPTIONS`,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'authorization, content-type',
    'access-control-max-age': '600',
  })
}
