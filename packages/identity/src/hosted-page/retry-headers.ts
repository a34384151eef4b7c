const BUSY_RETRY_SECONDS = 5
const UNAVAILABLE_RETRY_SECONDS = 60

/** `Retry-After` for a temporary trouble (RFC 9110 section 10.2.3). Nothing for any other. */
export function retryHeaders(
  problem: string | { readonly retryAfterSeconds: number } | undefined,
): Readonly<Record<string, string>> {
  if (typeof problem === 'object') return { 'retry-after': String(problem.retryAfterSeconds) }
  if (problem === 'busy') return { 'retry-after': String(BUSY_RETRY_SECONDS) }
  return problem === 'mail-unavailable' ? { 'retry-after': String(UNAVAILABLE_RETRY_SECONDS) } : {}
}
