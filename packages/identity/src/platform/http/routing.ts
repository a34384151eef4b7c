import type { Route } from './route.ts'

/** The routes of one path. Every other method on it gets a 405. */
export interface ServedPath {
  readonly byMethod: ReadonlyMap<string, Route>
  /** The value of the `Allow` header (RFC 9110 section 10.2.1). */
  readonly allow: string
  readonly audience: Route['audience']
}

/** The routes by their exact path: only one spelling of an address leads to a route. */
export type RouteTable = ReadonlyMap<string, ServedPath>

/** Groups routes by their path. */
export function routeTable(routes: readonly Route[]): RouteTable {
  const paths = Map.groupBy(routes, ({ path }) => path)
  return new Map([...paths].map(([path, ofPath]) => [path, served(ofPath)]))
}

function served(routes: readonly Route[]): ServedPath {
  const byMethod = new Map(
    routes.flatMap((route) => methodsOf(route).map((method) => [method, route] as const)),
  )
  return { byMethod, allow: [...byMethod.keys()].join(', '), audience: routes[0]?.audience ?? 'page' }
}

/** HEAD is answered like GET, unless the route refuses it. */
function methodsOf({ method, head }: Route): readonly string[] {
  return method === 'GET' && head !== 'refused' ? ['GET', 'HEAD'] : [method]
}
