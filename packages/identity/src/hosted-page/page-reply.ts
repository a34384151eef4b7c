import { type PageExtras, page, type Reply } from '../platform/http/reply.ts'
import type { PageDocument } from '../platform/page-document.ts'
import type { PageRequest } from './page-request.ts'

/** Why a form or a request was refused: a word, what a room says, a limit with the time that is left, or problems of its fields. */
export type FormProblem =
  | string
  | { readonly message: string }
  | { readonly retryAfterSeconds: number }
  | { readonly problems: unknown }

/** A page for the browser that asks. With a form, it is shown again with the problem that this was refused for. */
export function pageReply(
  { browser }: Pick<PageRequest, 'browser'>,
  content: PageDocument,
  problem?: FormProblem,
  extras: Pick<PageExtras, 'formTargets' | 'script'> = {},
): Reply {
  const headers = retryHeaders(problem)
  return page(statusOf(problem), content, { cookies: browser.cookies, headers, ...extras })
}

/** The status of an answer with this problem. */
export function statusOf(problem: FormProblem | undefined): number {
  if (problem === undefined) return 200
  if (problem === 'busy' || problem === 'mail-unavailable') return 503
  if (problem === 'unknown-browser' || problem === 'form-expired') return 403
  if (problem === 'code-closed') return 429
  return typeof problem === 'object' && 'retryAfterSeconds' in problem ? 429 : 400
}

const BUSY_RETRY_SECONDS = 5
const UNAVAILABLE_RETRY_SECONDS = 60

/** `Retry-After` for a temporary problem (RFC 9110 section 10.2.3). Nothing for any other. */
export function retryHeaders(problem: FormProblem | undefined): Readonly<Record<string, string>> {
  if (problem === 'busy') return { 'retry-after': String(BUSY_RETRY_SECONDS) }
  if (problem === 'mail-unavailable') return { 'retry-after': String(UNAVAILABLE_RETRY_SECONDS) }
  const isLimit = typeof problem === 'object' && 'retryAfterSeconds' in problem
  return isLimit ? { 'retry-after': String(problem.retryAfterSeconds) } : {}
}
