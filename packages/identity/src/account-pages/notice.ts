import { type PageRequest, queryParameter } from '../hosted-page/index.ts'

/** The value of `?notice=`, if it is one of these. Any other is ignored. */
export function noticeOf<Notice extends string>(
  request: PageRequest,
  known: readonly Notice[],
): Notice | undefined {
  const given = queryParameter(request, 'notice')
  return known.find((notice) => notice === given)
}
