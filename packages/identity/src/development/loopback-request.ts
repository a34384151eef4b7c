import type { IncomingHttpHeaders } from 'node:http'

/** The name of this machine in a Host header. Another name that leads here was set by somebody else (DNS rebinding). */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/** Headers that proxies add. What is behind a proxy can be reached by others. */
const OF_PROXIES = /^(?:forwarded|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|via|cf-.*)$/

/** Why a request does not come from this machine itself; undefined where it does. */
export function refusalOf(headers: IncomingHttpHeaders): string | undefined {
  const host = headers.host ?? ''
  if (!LOOPBACK_HOST.test(host))
    return 'Only requests to localhost, 127.0.0.1 or [::1] are answered here. This server is for development on one machine.'
  const proxied = Object.keys(headers).find((name) => OF_PROXIES.test(name))
  if (proxied === undefined) return undefined
  return `No request that was forwarded is answered here: remove the proxy that sent the header ${proxied}.`
}
