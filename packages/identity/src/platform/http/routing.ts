import type { Route } from './route.ts'

/** The routes of one path. Every other method on it gets a 405. */
export interface ServedPath {
  readonly byMethod: ReadonlyMap<string, Route>
  /** The value of the `Allow` header (RFC 9110 section 10.2.1). */
  readonly allow: string
  readonly audience: Route['audience']
}

/** The routes by their path: only one spelling of an address leads to a route. */
export interface RouteTable {
  get(path: string): ServedPath | undefined
}

/** Groups routes by their path. One with a `{name}` in it takes any text without a slash in that place; an exact path comes first. */
export function routeTable(routes: readonly Route[]): RouteTable {
  const paths = Map.groupBy(routes, ({ path }) => path)
  const exact = new Map([...paths].map(([path, ofPath]) => [path, served(ofPath)]))
  const open = [...exact].filter(([path]) => path.includes('{'))
  if (open.length === 0) return exact
  return {
    get: (path) =>
      exact.get(path) ?? open.find(([pattern]) => pathParameters(pattern, path) !== undefined)?.[1],
  }
}

/** What stands in an address in place of each `{name}` of a path, not decoded. Undefined where the path is another one. */
export function pathParameters(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const found: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? ''
    if (part.startsWith('{') && text !== '') found[part.slice(1, -1)] = text
    else if (part !== text) return undefined
  }
  return found
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
