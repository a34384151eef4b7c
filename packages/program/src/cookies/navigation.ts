import { headerValue } from '../platform/index.ts'
import type { VisitorRequest } from '../program-sso.ts'

/** Whether a browser opens a page with this request, so that a redirect or a page is a useful answer. */
export function isNavigation({ headers }: VisitorRequest): boolean {
  const mode = headerValue(headers, 'sec-fetch-mode')
  if (mode !== null) return mode === 'navigate' && isDocument(headerValue(headers, 'sec-fetch-dest'))
  if (headerValue(headers, 'x-requested-with') !== null || headerValue(headers, 'upgrade') !== null)
    return false
  return /(^|,)\s*text\/html\s*(;|,|$)/i.test(headerValue(headers, 'accept') ?? '')
}

/**
 * Whether an image, a frame or a script wants this, and no page of its own. Only a browser that says what it wants it for is
 * understood.
 */
export function isPartOfPage({ headers }: VisitorRequest): boolean {
  const mode = headerValue(headers, 'sec-fetch-mode')
  return mode !== null && !(mode === 'navigate' && isDocument(headerValue(headers, 'sec-fetch-dest')))
}

/**
 * A frame gets no redirect: the identity service refuses to be shown in one. A navigation that the site's own service worker
 * passes on has the destination `empty`. No page can send that: `fetch` refuses the mode `navigate` from it.
 */
function isDocument(destination: string | null): boolean {
  return destination === null || destination === 'document' || destination === 'empty'
}
