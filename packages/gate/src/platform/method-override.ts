import type { IncomingHttpHeaders } from 'node:http'

/** CGI, WSGI and Rack do not tell `-` and `_` apart. */
const NAME = /^x[^a-z0-9](?:http[^a-z0-9]method(?:[^a-z0-9]override)?|method[^a-z0-9]override)$/

/** Whether a back end may take the method from a header. Then even a GET may change something. */
export function hasMethodOverride(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => NAME.test(name))
}
