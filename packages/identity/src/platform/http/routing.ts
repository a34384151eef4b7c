import type { Route } from './route.ts'

/** What a path may be served by; every other method of a known path is answered 405, whatever it is called. */
type Method = 'GET' | 'HEAD' | 'POST'

/** The routes of one path. */
export interface ServedPath {
  readonly byMethod: ReadonlyMap<string, Route>
  /** As in the `Allow` header (RFC 9110 section 10.2.1). */
  readonly allow: string
  readonly audience: Route['audience']
}

/** Every path that is served, as it is written: no two spellings of an address lead to one route. */
export type RouteTable = ReadonlyMap<string, ServedPath>

/** Puts routes in order. */
export function routeTable(routes: readonly Route[]): RouteTable {
  const paths = new Map<string, Route[]>()
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route])
  return new Map([...paths].map(([path, ofPath]) => [path, served(ofPath)]))
}

function served(routes: readonly Route[]): ServedPath {
  const byMethod = methodsOf(routes)
  return { byMethod, allow: [...byMethod.keys()].join(', '), audience: routes[0]?.audience ?? 'page' }
}

/** HEAD answers as GET does, unless the route says otherwise. */
function methodsOf(routes: readonly Route[]): Map<Method, Route> {
  const byMethod = new Map<Method, Route>()
  for (const route of routes) {
    byMethod.set(route.method, route)
    if (route.method === 'GET' && route.head !== 'refused') byMethod.set('HEAD', route)
  }
  return byMethod
}

/** What a request line asks for. */
export interface Target {
  readonly path: string
  /** Without the question mark. */
  readonly rawQuery: string
}

const ORIGIN = /^https?:\/\/[^/?#]*/i

/** Splits a request target; whose host an absolute one names does not count (RFC 9112 section 3.2.2). */
export function targetOf(url: string): Target {
  const local = url.startsWith('/') ? url : url.replace(ORIGIN, '')
  const at = local.indexOf('?')
  return at < 0 ? { path: local, rawQuery: '' } : { path: local.slice(0, at), rawQuery: local.slice(at + 1) }
}
