import type { IncomingHttpHeaders } from 'node:http'

const NAMES = ['x-http-method-override', 'x-http-method', 'x-method-override']

/** Whether a back end may take the method from a header. Then even a GET may change something. */
export function hasMethodOverride(headers: IncomingHttpHeaders): boolean {
  return NAMES.some((name) => headers[name] !== undefined)
}
