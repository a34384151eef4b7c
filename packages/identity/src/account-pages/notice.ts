import { type PageRequest, queryParameter } from '../hosted-page/index.ts'

/** The word of `?notice=` if it is one of these; any other is nobody's. */
export function noticeOf<Notice extends string>(
  request: PageRequest,
  known: readonly Notice[],
): Notice | undefined {
  const given = queryParameter(request, 'notice')
  return known.find((notice) => notice === given)
}
