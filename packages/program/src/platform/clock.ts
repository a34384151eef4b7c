/** The time, as it is handed in. */
export interface Clock {
  now(): Date
  /** Resolves after this time, or when the signal aborts. An idle sleep does not keep the process running. */
  sleep(milliseconds: number, signal?: AbortSignal, isIdle?: boolean): Promise<void>
}

/** The time that is this many milliseconds later. */
export function asDate(from: Date, plusMilliseconds: number): Date {
  return new Date(from.getTime() + plusMilliseconds)
}
