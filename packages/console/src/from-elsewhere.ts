import type { HttpRequest } from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { PLACES } from './places.ts'

type Site = { readonly config: Pick<ConsoleNeeds['config'], 'url'> }

/**
 * Whether a page of another site led the browser here, by a link, a form or a redirect: browsers say so, and no page changes it. Where one says nothing, a form has to name the console as its origin. The end of a
 * sign-in counts, too: the redirects come from the identity service.
 */
export function isLedByAnotherSite({ config }: Site, http: HttpRequest): boolean {
  const site = http.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return http.method !== 'GET' && http.header('origin') !== config.url
}

const OPEN_TO_LINKS: readonly string[] = [PLACES.search.path, PLACES.order.path]

/**
 * Whether a page does not answer because another site leads here. Opening a page is a look, which is counted and told to the citizen: no link of somebody else makes one. The first page shows nothing without the id of a note, which no other
 * site knows, and a sign-in ends there; that of an order shows what its operator was told before, and a sign-in before the yes ends there.
 */
export function isFromElsewhere(site: Site, http: HttpRequest): boolean {
  const isOpen = http.method === 'GET' && OPEN_TO_LINKS.includes(http.path)
  return !isOpen && isLedByAnotherSite(site, http)
}
