/** Used if the header is missing or cannot be read. */
const DEFAULT_SECONDS = 5

/** The limits of the contract count per minute (contract section 8), so no wait is longer. */
export const MAX_RETRY_AFTER_SECONDS = 60

/**
 * The wait that a 429 asks for, between 1 and 60 seconds. The header is a number or a date (RFC 9110 section 10.2.3).
 */
export function retryAfterSecondsIn(headers: Headers, now: Date): number {
  const asked = secondsIn(headers, now)
  return Number.isNaN(asked) ? DEFAULT_SECONDS : Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, asked))
}

function secondsIn(headers: Headers, now: Date): number {
  const value = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  if (!/^[A-Za-z]+, .+ GMT$/.test(value)) return Number.NaN
  // A date is compared with the `Date` header of the same response, if there is one.
  const written = Date.parse(headers.get('date') ?? '')
  return Math.ceil((Date.parse(value) - (Number.isNaN(written) ? now.getTime() : written)) / 1000)
}
