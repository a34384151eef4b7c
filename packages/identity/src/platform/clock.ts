/** Whole seconds since 1970-01-01T00:00:00Z, as in `exp` (RFC 7519 section 2, NumericDate). */
export type UnixSeconds = number & { readonly unit: 'unix-seconds' }

/** Milliseconds since 1970-01-01T00:00:00Z. They order events of the same second. */
export type UnixMilliseconds = number & { readonly unit: 'unix-milliseconds' }

/** The source of time. Use cases get it as an argument, so a test can set it. */
export interface Clock {
  /** The current second, rounded down. */
  now(): UnixSeconds
  nowMilliseconds(): UnixMilliseconds
}

/** The instant this many seconds after 1970-01-01T00:00:00Z, rounded down to a whole second. */
export function unixSeconds(seconds: number): UnixSeconds {
  return Math.floor(seconds) as UnixSeconds
}

/** The instant this many milliseconds after 1970-01-01T00:00:00Z. */
export function unixMilliseconds(milliseconds: number): UnixMilliseconds {
  return milliseconds as UnixMilliseconds
}

/** 1970-01-01T00:00:00Z, earlier than every stored instant. */
export const EPOCH = unixSeconds(0)

/** The last second that ISO 8601 writes with a year of four digits, as PostgreSQL and everybody else reads it. */
export const LAST_SECOND = unixSeconds(Date.UTC(9999, 11, 31, 23, 59, 59) / 1000)

/** Moves an instant by seconds. */
export function plusSeconds(instant: UnixSeconds, seconds: number): UnixSeconds {
  return unixSeconds(instant + seconds)
}

/** The latest of some instants. Undefined where there is none. */
export function latestOf(instants: readonly (UnixSeconds | null)[]): UnixSeconds | undefined {
  let latest: UnixSeconds | undefined
  for (const at of instants) if (at !== null && at > (latest ?? 0)) latest = at
  return latest
}
