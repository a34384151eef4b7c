/** Whole seconds since 1970-01-01T00:00:00Z, as in `exp` (RFC 7519 section 2, NumericDate). */
export type UnixSeconds = number & { readonly unit: 'unix-seconds' }

/** Milliseconds since 1970-01-01T00:00:00Z, for ordering what happens within one second. */
export type UnixMilliseconds = number & { readonly unit: 'unix-milliseconds' }

/** Where time comes from; handed in, so that a test can be tomorrow. */
export interface Clock {
  /** The present second, rounded down. */
  now(): UnixSeconds
  /** The present millisecond. */
  nowMilliseconds(): UnixMilliseconds
}

/** An instant of so many seconds since 1970, rounded down to whole seconds. */
export function unixSeconds(seconds: number): UnixSeconds {
  return Math.floor(seconds) as UnixSeconds
}

/** 1970-01-01T00:00:00Z, which is before every instant that is stored. */
export const EPOCH = unixSeconds(0)

/** Moves an instant by seconds. */
export function plusSeconds(instant: UnixSeconds, seconds: number): UnixSeconds {
  return unixSeconds(instant + seconds)
}
