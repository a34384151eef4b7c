import type { Config } from './config.ts'
import { isLoopback } from './own-origin.ts'
import type { HttpRequest } from './platform/http/route.ts'
import { isPrivateAddress } from './platform/ip-address.ts'
import type { Log } from './platform/log.ts'

/** So many pages for one address, and none for another, are those of many people behind a proxy. */
const TELLING_PAGES = 100

/**
 * Looks at each request of a public service. Warns once where the proxy in front is none that `PORTICO_TRUSTED_PROXIES`
 * names, or does not say whom it asks for: then everybody shares the limits of one address.
 */
export function watchCallers(
  { baseUrl, trustedProxies }: Pick<Config, 'baseUrl' | 'trustedProxies'>,
  log: Pick<Log, 'warn'>,
): (http: HttpRequest) => void {
  let isOver = isLoopback(baseUrl)
  let only: string | undefined
  let pages = 0
  const warn = (event: string, address: string) => {
    isOver = true
    log.warn(event, {
      'portico.setting': 'PORTICO_TRUSTED_PROXIES',
      'portico.proxy': isPrivateAddress(address) ? address : undefined,
    })
  }
  return (http) => {
    if (isOver) return
    const { address, isPassedOnByStranger } = http.caller
    if (isPassedOnByStranger) return warn('proxy-not-trusted', address)
    if (!isOfBrowser(http)) return
    only ??= address
    pages += 1
    if (address !== only) isOver = true
    else if (pages >= TELLING_PAGES && isLikelyProxy(address, trustedProxies))
      warn('callers-share-an-address', address)
  }
}

/** The only address of many callers is a proxy's if it is private, or if no proxy is named: TLS always ends at one. */
export function isLikelyProxy(address: string, { isEmpty }: Config['trustedProxies']): boolean {
  return isEmpty || isPrivateAddress(address)
}

/** Probes and back ends ask from one address for good reasons. They want no page. */
function isOfBrowser(http: HttpRequest): boolean {
  return http.header('accept')?.includes('text/html') === true
}
