import { PATHS } from '../pages/index.ts'
import type { PageDocument } from '../platform/html.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type PageExtras, type PageRefusal, page, type Reply, refusingPage } from '../platform/http/reply.ts'
import type { Awaitable } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import type { Browser } from './browser.ts'
import { MOST_CARRIED_CHARACTERS, type PageRequest } from './page-request.ts'

/** Why a form or a request was refused: a word, what a room says, a limit with the time that is left, or problems of its fields. */
export type FormProblem =
  | string
  | { readonly message: string }
  | Wait
  | { readonly problems: unknown }
  | { readonly missing: unknown }

/** A page for the browser that asks. With a form, it is shown again with the problem that this was refused for. */
export function pageReply(
  { browser }: Pick<PageRequest, 'browser'>,
  content: PageDocument,
  problem?: FormProblem,
  extras: Pick<PageExtras, 'formTargets' | 'script'> = {},
): Reply {
  const all = { cookies: browser.cookies, headers: retryHeaders(problem), ...extras }
  if (problem === undefined) return page(content, all)
  return refusingPage(statusOf(problem), content, refusalOf(problem), all)
}

/** What was typed is never a reason, and neither is a sentence. */
function refusalOf(problem: FormProblem): PageRefusal {
  const retryAfterSeconds = retrySecondsOf(problem)
  if (typeof problem === 'string') return { reason: problem, retryAfterSeconds }
  if ('retryAfterSeconds' in problem) return { reason: problem.limit, retryAfterSeconds }
  return { reason: 'message' in problem ? 'way-in' : 'fields' }
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
  const seconds = retrySecondsOf(problem)
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

function retrySecondsOf(problem: FormProblem | undefined): number | undefined {
  if (problem === 'busy') return BUSY_RETRY_SECONDS
  if (problem === 'mail-unavailable') return UNAVAILABLE_RETRY_SECONDS
  return typeof problem === 'object' && 'retryAfterSeconds' in problem ? problem.retryAfterSeconds : undefined
}

/** How a form that has expired is shown again, in the browser that sends it. */
export interface FormPage {
  /** The address that shows the form, empty. */
  address(form: Parameters, browser: Browser): string
  /** The form with what was typed, and never with a password. Nothing where the citizen should go to the address. */
  reopen?(request: PageRequest, form: Parameters): Awaitable<Reply | undefined>
}

/** The page at this path, with the parameter of its address but without what was typed. */
export function pageAt(path: string, carried?: 'link' | 'resume'): FormPage {
  return {
    address: (form) => {
      const value = carried === undefined ? '' : form.text(carried)
      const isCarried = value !== '' && value.length <= MOST_CARRIED_CHARACTERS
      return isCarried ? `${path}?${carried}=${encodeURIComponent(value)}` : path
    },
  }
}

/** The waiting request of a form during a sign-in: its handle unchecked, and the addresses of the other forms with it. */
export function carryResume(given: string | undefined): {
  readonly resume: string | undefined
  readonly loginHref: string
  readonly registerHref: string
  readonly recoverHref: string
} {
  const resume = (given ?? '').length > MOST_CARRIED_CHARACTERS ? undefined : given
  const carried = resume === undefined ? '' : `?resume=${encodeURIComponent(resume)}`
  return {
    resume,
    loginHref: PATHS.login + carried,
    registerHref: PATHS.register + carried,
    recoverHref: PATHS.recover + carried,
  }
}
