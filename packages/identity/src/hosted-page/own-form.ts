import type { Parameters } from '../platform/http/parameters.ts'
import type { Reply } from '../platform/http/reply.ts'
import { type Result, refused } from '../platform/result.ts'
import type { PageAgain } from './page-again.ts'
import type { PageRequest } from './page-request.ts'
import { problemReply } from './problem-reply.ts'

/**
 * Reads a form that this service showed to this browser in the current visit; otherwise returns the error page. A form
 * of an earlier visit changes nothing, and the error page links to a new one. It says nothing about the person who saw
 * the old form, and repeats nothing that was typed.
 */
export function readOwnForm(request: PageRequest, again: PageAgain): Result<Parameters, Reply> {
  const form = request.http.form()
  if (!form.ok || form.value.repeated.size > 0) return refused(problemReply(request, 'bad-request'))
  const standing = request.browser.standingOf(form.value)
  if (standing === 'current') return form
  if (standing === 'foreign') return refused(problemReply(request, 'form-expired'))
  return refused(problemReply(request, 'form-stale', again(form.value, request.browser)))
}
