import type { AuditOrigin } from '../audit/index.ts'
import { type Look, type PageFrame, wordsFor } from '../pages/index.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { type Browser, type BrowserNeeds, browserOf } from './browser.ts'

/** Everything that a hosted page uses. */
export interface PageNeeds extends BrowserNeeds {
  readonly serviceName: string
  readonly look?: Look
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

/** The frame of a page: in the first of the wanted languages that we have, otherwise in the browser's. */
export function frameFor(
  { serviceName, look }: Pick<PageNeeds, 'serviceName' | 'look'>,
  http: HttpRequest,
  wanted = '',
): PageFrame {
  const languages = [wanted, http.header('accept-language') ?? ''].filter((some) => some !== '')
  return { serviceName, ...(look && { look }), ...wordsFor(languages.join(',')) }
}

/** One parameter of the query. Nothing where the query is malformed or repeats a parameter. */
export function queryParameter({ http }: PageRequest, name: string): string | undefined {
  const query = http.query()
  return query.ok && !query.value.repeated.has(name) ? query.value.get(name) : undefined
}

/** The origin of the audit events of this request. */
export function originOf(
  { address, requestId }: HttpRequest,
  actor: 'citizen' | 'anonymous',
): AuditOrigin & { readonly address: string } {
  return { actor, address, requestId }
}
