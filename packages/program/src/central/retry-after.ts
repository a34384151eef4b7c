/** Where the header is missing or cannot be read. */
const DEFAULT_SECONDS = 5
/** The limits of the contract count by the minute (contract section 8): nobody has to wait for longer. */
export const MOST_RETRY_AFTER_SECONDS = 60

/** How long a 429 asks to be left alone, between 1 second and 60: seconds or a date (RFC 9110 section 10.2.3). */
export function retryAfterSecondsIn(headers: Headers, now: Date): number {
  const asked = secondsIn(headers, now)
  return Number.isNaN(asked) ? DEFAULT_SECONDS : Math.min(MOST_RETRY_AFTER_SECONDS, Math.max(1, asked))
}

function secondsIn(headers: Headers, now: Date): number {
  const value = headers.get('retry-after') ?? ''
  if (/^\d+$/.test(value)) return Number(value)
  if (!/^[A-Za-z]+, .+ GMT$/.test(value)) return Number.NaN
  // By the clock that wrote the date, if it says what it shows.
  const written = Date.parse(headers.get('date') ?? '')
  return Math.ceil((Date.parse(value) - (Number.isNaN(written) ? now.getTime() : written)) / 1000)
}
