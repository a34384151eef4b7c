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

/** Moves an instant by whole seconds. */
export function plusSeconds(instant: UnixSeconds, seconds: number): UnixSeconds {
  return (instant + seconds) as UnixSeconds
}
