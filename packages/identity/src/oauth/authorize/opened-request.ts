import type { HttpRequest } from '../../platform/http/route.ts'
import type { ArrivalKind } from './next-step.ts'

const AHEAD = /prefetch|prerender|preview/

/** Whether a browser or an extension fetches the address before anybody opens it (HTML, `Sec-Purpose`; its older spellings). */
export function isAhead(http: HttpRequest): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => AHEAD.test(http.header(name) ?? ''))
}

/**
 * Whether the browser opens the address as a document of its own: the authorization endpoint is a top-level navigation
 * (contract section 4.1). A frame, an image or a script is none (Fetch Metadata, `Sec-Fetch-Dest`). A navigation that a
 * service worker passes on says `empty`. Browsers that do not say are believed.
 */
export function isOpened(http: HttpRequest): boolean {
  const destination = http.header('sec-fetch-dest') ?? 'document'
  return (
    destination === 'document' || (destination === 'empty' && http.header('sec-fetch-mode') === 'navigate')
  )
}

/** How a request that comes just now has come. What is not opened as a document gets no code without a page. */
export function arrivalOf(http: HttpRequest): ArrivalKind {
  return isOpened(http) && http.header('sec-fetch-site') !== 'none' ? 'led' : 'unled'
}
