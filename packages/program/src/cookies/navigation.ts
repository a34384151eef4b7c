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

/** A frame gets no redirect: the identity service refuses to be shown in one. */
function isDocument(destination: string | null): boolean {
  return destination === null || destination === 'document'
}
