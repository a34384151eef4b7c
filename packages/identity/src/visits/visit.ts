import { type PageFrame, type ProblemKind, problemPage, wordsFor } from '../pages/index.ts'
import type { Awaitable } from '../platform/awaitable.ts'
import { type Browser, type BrowserNeeds, browserOf } from '../platform/http/browser.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply } from '../platform/http/reply.ts'
import type { HttpRequest, Route } from '../platform/http/route.ts'
import { type Result, refused } from '../platform/result.ts'
import type { PageAgain } from './page-again.ts'

/** What every hosted page needs. */
export interface VisitNeeds extends BrowserNeeds {
  readonly serviceName: string
}

/** One visit to a hosted page, by whomever. */
export interface Visit {
  readonly http: HttpRequest
  readonly browser: Browser
  readonly frame: PageFrame
}

/** Recognises the browser and its language. */
export function visitOf(needs: VisitNeeds, http: HttpRequest): Visit {
  return { http, browser: browserOf(needs, http), frame: frameFor(needs, http) }
}

/** What frames a page: in a language that is wanted before all others, else in one that the browser prefers. */
export function frameFor(
  { serviceName }: Pick<VisitNeeds, 'serviceName'>,
  http: HttpRequest,
  wanted = '',
): PageFrame {
  const languages = [wanted, http.header('accept-language') ?? ''].filter((some) => some !== '')
  return { serviceName, ...wordsFor(languages.join(',')) }
}

/** A page that anybody may see. */
export function openPage(needs: VisitNeeds, answer: (visit: Visit) => Awaitable<Reply>): Route['handle'] {
  return (http) => answer(visitOf(needs, http))
}

/** A form that anybody may send, if this service showed it to this very visit of the browser that sends it. */
export function openForm(
  needs: VisitNeeds,
  again: PageAgain,
  answer: (visit: Visit, form: Parameters) => Promise<Reply>,
): Route['handle'] {
  return async (http) => {
    const visit = visitOf(needs, http)
    const form = readOwnForm(visit, again)
    return form.ok ? answer(visit, form.value) : form.refusal
  }
}

/** Reads a form that this service showed to this very visit of the browser that sends it; else the error page. */
export function readOwnForm(visit: Visit, again: PageAgain): Result<Parameters, Reply> {
  const form = visit.http.form()
  if (!form.ok || form.value.repeated.size > 0) return refused(problemReply(visit, 'bad-request'))
  const standing = visit.browser.standingOf(form.value)
  if (standing === 'current') return form
  return refused(
    standing === 'stale'
      ? staleFormReply(visit, again(form.value, visit.browser))
      : problemReply(visit, 'form-expired'),
  )
}

/** One parameter of the query; nothing where the query cannot be read in one way only. */
export function queryParameter({ http }: Visit, name: string): string | undefined {
  const query = http.query()
  return query.ok && !query.value.repeated.has(name) ? query.value.get(name) : undefined
}

/**
 * The answer to a form that was shown before somebody signed in or out in this browser: nothing was done, and the page can
 * be opened again. It says nothing of whoever saw the form, and repeats nothing of what was typed.
 */
export function staleFormReply(
  { frame, http }: Omit<Visit, 'browser'>,
  againHref: string | undefined,
): Reply {
  return page(
    403,
    problemPage(frame, { kind: 'form-stale', status: 403, reference: http.requestId, againHref }),
  )
}

/** An error page: 403 for a form that is not this browser's, else 400. */
export function problemReply({ frame, http }: Visit, kind: ProblemKind): Reply {
  const status = kind === 'form-expired' ? 403 : 400
  return page(status, problemPage(frame, { kind, status, reference: http.requestId }))
}
