import type { AuditOrigin } from '../audit/index.ts'
import { type PageFrame, wordsFor } from '../pages/index.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { type Browser, type BrowserNeeds, browserOf } from './browser.ts'

/** What every hosted page needs. */
export interface PageNeeds extends BrowserNeeds {
  readonly serviceName: string
}

/** A browser's request for a hosted page, or with the form of one. */
export interface PageRequest {
  readonly http: HttpRequest
  readonly browser: Browser
  readonly frame: PageFrame
}

/** Recognises the browser and its language. */
export function pageRequestOf(needs: PageNeeds, http: HttpRequest): PageRequest {
  return { http, browser: browserOf(needs, http), frame: frameFor(needs, http) }
}

/** What frames a page: in a language that is wanted before all others, else in one that the browser prefers. */
export function frameFor(
  { serviceName }: Pick<PageNeeds, 'serviceName'>,
  http: HttpRequest,
  wanted = '',
): PageFrame {
  const languages = [wanted, http.header('accept-language') ?? ''].filter((some) => some !== '')
  return { serviceName, ...wordsFor(languages.join(',')) }
}

/** One parameter of the query; nothing where the query cannot be read in one way only. */
export function queryParameter({ http }: PageRequest, name: string): string | undefined {
  const query = http.query()
  return query.ok && !query.value.repeated.has(name) ? query.value.get(name) : undefined
}

/** Who does by this request what the audit is told of. */
export function originOf(
  { address, requestId }: HttpRequest,
  actor: 'citizen' | 'anonymous',
): AuditOrigin & { readonly address: string } {
  return { actor, address, requestId }
}
