import type { HttpRequest } from '@portico/identity/parts'

/** How long a search may look through events that no index has for it. */
const SEARCH_MILLISECONDS = 5_000

/** Ends a search that takes too long, or that nobody waits for any more. */
export function searchStops({ closing }: Pick<HttpRequest, 'closing'>): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(SEARCH_MILLISECONDS), closing])
}
