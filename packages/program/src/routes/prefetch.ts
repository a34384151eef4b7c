/** Whether a browser only prefetches a page. Such a request must not spend a state, and must not begin a sign-in. */
export function isPrefetch({ headers }: Request): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ''),
  )
}
