import { type ProblemKind, type ProblemView, problemPage } from '../pages/index.ts'
import { FORM_LIMIT_BYTES, PROBLEM_STATUS } from '../platform/http/problem.ts'
import { type PageRefusal, type Reply, refusingPage } from '../platform/http/reply.ts'
import type { PageRequest } from './page-request.ts'

const STATUS: Readonly<Record<ProblemKind, number>> = {
  ...PROBLEM_STATUS,
  forbidden: 403,
  'form-expired': 403,
  'form-stale': 403,
  'too-many': 429,
  'invalid-client': 400,
  'missing-redirect': 400,
  'invalid-redirect': 400,
  'resume-expired': 400,
}

const BYTES_PER_KILOBYTE = 1024

/**
 * An error page with its reference number. For an expired form it links to the page that shows the form again, and to the
 * program that the citizen came from. It has no choice of the language, whose form would repeat the address of the request: nothing of a refused request is repeated.
 */
export function problemReply(
  { frame: { choice: _, ...frame } }: Pick<PageRequest, 'frame'>,
  kind: ProblemKind,
  {
    againHref,
    program,
    elsewhere,
    ...named
  }: Pick<ProblemView, 'againHref' | 'program' | 'elsewhere'> &
    Pick<PageRefusal, 'clientId' | 'registeredClientId'> = {},
): Reply {
  const status = STATUS[kind]
  const mostKilobytes = kind === 'too-large' ? FORM_LIMIT_BYTES / BYTES_PER_KILOBYTE : undefined
  const view = { kind, status, againHref, program, elsewhere, mostKilobytes }
  return refusingPage(status, problemPage(frame, view), { reason: kind, ...named })
}
